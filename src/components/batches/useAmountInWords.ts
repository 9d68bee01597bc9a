import { amountInWords } from '#shared/money/amountInWords.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

/** Writes minor units of a currency as people do, with its code behind. */
export function useAmountInWords(currency: string): (minor: string) => string {
  const { currencyData } = useFormatContext();
  return (minor) => amountInWords(minor, currency, currencyData);
}
