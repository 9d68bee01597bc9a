import { randomInt } from 'node:crypto';

/** Collection order, payout, deposit, withdrawal, payment request, batch, adjustment, refund, operator's request. */
type NumberPrefix = 'C' | 'P' | 'D' | 'W' | 'R' | 'B' | 'A' | 'F' | 'O';

const RANDOM_DIGITS = 8;

/**
 * A readable number of an order or request: `W20261121093000` (UTC) and eight random digits, so it doesn't reveal how
 * many there are. Unique indexes reject the one collision in 10^8 within a second.
 */
export function newNumber(prefix: NumberPrefix, at: Date): string {
  return `${prefix}${secondsOf(at)}${randomDigits()}`;
}

/** Different numbers of one moment. Of 10,000 drawn without regard to each other, two would be equal in 4 of 10 cases. */
export function newNumbers(prefix: NumberPrefix, at: Date, count: number): string[] {
  const endings = new Set<string>();
  while (endings.size < count) endings.add(randomDigits());
  const seconds = secondsOf(at);
  return [...endings].map((ending) => `${prefix}${seconds}${ending}`);
}

const secondsOf = (at: Date) => at.toISOString().replace(/\D/g, '').slice(0, 14);

const randomDigits = () => String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0');
