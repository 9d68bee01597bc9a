import { formatAmount } from '#shared/money/amount.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

/** Writes minor units of a currency as people read them, without its name. */
export function useAmount(currency: string): (minor: string) => string {
  const { currencyData } = useFormatContext();
  const scale = scaleOfCurrency(currency, currencyData);
  return (minor) => formatAmount(minor, scale);
}
