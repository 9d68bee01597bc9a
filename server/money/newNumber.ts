import { randomInt } from 'node:crypto';

/** Collection order, payout, deposit, withdrawal, payment request, batch, adjustment, refund, operator's request. */
type NumberPrefix = 'C' | 'P' | 'D' | 'W' | 'R' | 'B' | 'A' | 'F' | 'O';

const RANDOM_DIGITS = 8;

/** The second of the last number, and the endings that this server has drawn in it. */
let drawn = { seconds: '', endings: new Set<string>() };

/**
 * A readable number of an order or request: `W20261121093000` (UTC) and eight random digits, so it doesn't reveal how
 * many there are. A server draws no number twice. Of several servers, two may draw the same one, which unique indexes reject.
 */
export function newNumber(prefix: NumberPrefix, at: Date): string {
  const seconds = at.toISOString().replace(/\D/g, '').slice(0, 14);
  if (seconds !== drawn.seconds) drawn = { seconds, endings: new Set() };
  const { endings } = drawn;
  let ending = randomDigits();
  // At 1,000 numbers a second, two would be equal every few minutes.
  while (endings.has(ending)) ending = randomDigits();
  endings.add(ending);
  return `${prefix}${seconds}${ending}`;
}

const randomDigits = () => String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0');
