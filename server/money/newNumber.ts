import { randomInt } from 'node:crypto';

/** Collection order, payout, deposit, withdrawal, payment request, batch, adjustment, refund, operator's request. */
type NumberPrefix = 'C' | 'P' | 'D' | 'W' | 'R' | 'B' | 'A' | 'F' | 'O';

const RANDOM_DIGITS = 8;

/** Seconds whose endings are kept: a call that began in one may draw its number after others have drawn in the next. */
const KEPT_SECONDS = 10;

/** The endings that this server has drawn, by second. */
const drawn = new Map<string, Set<string>>();

/**
 * A readable number of an order or request: `W20261121093000` (UTC) and eight random digits, so it doesn't reveal how
 * many there are. A server draws no number of the latest seconds twice. Of several servers, two may draw the same one, which
 * unique indexes reject.
 */
export function newNumber(prefix: NumberPrefix, at: Date): string {
  const seconds = at.toISOString().replace(/\D/g, '').slice(0, 14);
  const endings = endingsOf(seconds);
  let ending = randomDigits();
  // At 1,000 numbers a second, two would be equal every few minutes.
  while (endings.has(ending)) ending = randomDigits();
  endings.add(ending);
  return `${prefix}${seconds}${ending}`;
}

function endingsOf(seconds: string): Set<string> {
  const endings = drawn.get(seconds) ?? new Set();
  drawn.set(seconds, endings);
  const [oldest] = drawn.keys();
  if (oldest !== undefined && drawn.size > KEPT_SECONDS) drawn.delete(oldest);
  return endings;
}

const randomDigits = () => String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0');
