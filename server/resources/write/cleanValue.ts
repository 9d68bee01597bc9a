import type { Field } from '#shared/declaration/fieldSchema.ts';
import { bareCardNumber } from '#shared/money/cardNumber.ts';

/**
 * A value as it is kept: texts without blanks around them, an empty one as no value. A secret's blanks are part of it.
 * What is not of the field's type is left as it is, for the check to refuse.
 */
export function cleanValue(field: Field, sent: unknown): unknown {
  if (sent === undefined || sent === '') return null;
  if (typeof sent === 'string' && (field.type === 'text' || field.type === 'longtext')) return sent.trim() || null;
  if (typeof sent === 'number' && field.type === 'reference') return String(sent);
  return sent;
}

/** A value that was found right, in the one form in which it is compared and stored: times in UTC, cards as digits. */
export function canonicalValue(field: Field, value: unknown): unknown {
  if (field.type === 'text' && field.format === 'card' && typeof value === 'string') return bareCardNumber(value);
  return field.type === 'datetime' && typeof value === 'string' ? new Date(value).toISOString() : value;
}
