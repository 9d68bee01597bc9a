import { formatAmount, parseAmount, type AmountScale } from '#shared/money/amount.ts';
import { isWholeNumber } from '#shared/format/isWholeNumber.ts';
import { plainText } from '#shared/format/plainText.ts';
import { Unreadable } from './Unreadable.ts';

/** How a kind of number is typed. */
export interface TypedNumber {
  /** Decimals that are typed and not stored. */
  scale: AmountScale;
  /** Whether it may be below 0. */
  signed: boolean;
}

/** What was typed, as digits in stored units (`1,234.5` → `123450` at scale 2); null for nothing. Exact at any length. */
export function readTypedNumber(typed: string, { scale, signed }: TypedNumber): string | null | Unreadable {
  const text = typed.trim();
  if (text === '') return null;
  const isNegative = signed && text.startsWith('-');
  const parsed = parseAmount(isNegative ? text.slice(1) : text, scale);
  if (!parsed.ok) return new Unreadable(typed, `amount.${parsed.problem}`);
  return isNegative && parsed.minor !== '0' ? `-${parsed.minor}` : parsed.minor;
}

/** A stored number as a person writes it. */
export function showTypedNumber(value: unknown, scale: AmountScale): string {
  if (value instanceof Unreadable) return value.typed;
  const text = plainText(value);
  return isWholeNumber(text) ? formatAmount(text, scale) : text;
}
