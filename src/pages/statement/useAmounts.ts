import { formatAmount } from '#shared/money/amount.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

export interface Amounts {
  /** Minor units as people read them, without the currency. */
  plain(minor: string): string;
  /** The same of a movement: what came in has its sign, too. */
  moved(minor: string): string;
}

export function useAmounts(currency: string): Amounts {
  const { currencyData } = useFormatContext();
  const scale = scaleOfCurrency(currency, currencyData);
  const plain = (minor: string) => formatAmount(minor, scale);
  return { plain, moved: (minor) => (BigInt(minor) > 0n ? `+${plain(minor)}` : plain(minor)) };
}
