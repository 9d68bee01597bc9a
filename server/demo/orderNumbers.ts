import { digitsOfTime } from './localTime.ts';

/** Collection order, payout, deposit, withdrawal, payment request, batch, adjustment. */
type Prefix = 'C' | 'P' | 'D' | 'W' | 'R' | 'B' | 'A';

const SIX_DIGITS = 1_000_000;
/** Has no factor in common with 10, so that multiplying by it shuffles the numbers of six digits among themselves. */
const SHUFFLE = 387_421;

export interface OrderNumbers {
  /** Unique over all shops: `C20250311143022` (UTC, as real ones) and six digits that don't tell how many orders there are. */
  platform(prefix: Prefix, at: Date): string;
  /** The shop's own: prefix, its local day and a running number. */
  merchant(prefix: string, local: Date): string;
}

/**
 * @param shop which of the shops, from 0
 * @param shops how many there are
 */
export function createOrderNumbers(shop: number, shops: number): OrderNumbers {
  let platformCount = 0;
  let merchantCount = 0;
  return {
    platform(prefix, at) {
      const serial = ((shop + platformCount++ * shops) * SHUFFLE) % SIX_DIGITS;
      return `${prefix}${digitsOfTime(at)}${String(serial).padStart(6, '0')}`;
    },
    merchant(prefix, local) {
      merchantCount += 1;
      return `${prefix}${digitsOfTime(local).slice(0, 8)}${String(merchantCount).padStart(7, '0')}`;
    },
  };
}
