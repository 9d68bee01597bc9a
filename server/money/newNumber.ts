import { randomInt } from 'node:crypto';

/** Collection order, payout, deposit, withdrawal, payment request, batch, adjustment. */
export type NumberPrefix = 'C' | 'P' | 'D' | 'W' | 'R' | 'B' | 'A';

const RANDOM_DIGITS = 8;

/**
 * A number by which people name an order or request: `W20261121093000` (UTC) and eight random digits, which tell nobody
 * how many there are. A unique index of each table refuses the one in 10^8 of the same second that were there before.
 */
export function newNumber(prefix: NumberPrefix, at: Date): string {
  const seconds = at.toISOString().replace(/\D/g, '').slice(0, 14);
  return `${prefix}${seconds}${String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0')}`;
}
