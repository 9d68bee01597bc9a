import { type AmountScale, formatAmount, formatShort, scaleOfCurrency } from '@merchant-console/declaration';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import type { Language } from '@merchant-console/declaration/languages';
import { localeOf } from '#console/i18n/locales.ts';

/** Returns a function that formats minor units without the currency code. */
export function useAmount(currency: string): (minor: string) => string {
  const { currencyData } = useFormatContext();
  const scale = scaleOfCurrency(currency, currencyData);
  return (minor) => formatAmount(minor, scale);
}

/** Formats minor units of a currency, followed by its code. */
export function useAmountInWords(currency: string): (minor: string) => string {
  const { currencyData } = useFormatContext();
  return (minor) => amountInWords(minor, currency, currencyData);
}

/** Smaller figures, in whole units, aren't shortened: no language has a shorter word for them. */
const LEAST_SHORTENED = 1000n;

/**
 * Shortens minor units for narrow places such as an axis: `1.2M`, in Chinese `120万`. Never for exact amounts, because
 * it drops digits.
 */
export function compactAmount(minor: bigint, scale: AmountScale, language: Language): string {
  const units = minor / 10n ** BigInt(scale);
  if (units > -LEAST_SHORTENED && units < LEAST_SHORTENED) {
    return formatAmount(minor, scale).replace(/\.0+$/, '');
  }
  return formatShort(Number(units), localeOf(language).units);
}
