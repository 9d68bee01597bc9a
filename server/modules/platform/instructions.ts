import { ValidationError } from '#server/errors.ts';
import { optionalText } from './terms.ts';

/** The account that deposits of a channel are paid to, in API form. */
export const instructions = {
  bank_name: optionalText,
  account_holder: optionalText,
  account_number: optionalText,
  branch_name: optionalText,
  reference: optionalText,
};

const NEEDED = ['bank_name', 'account_holder', 'account_number'] as const;

/** @throws {ValidationError} on the missing ones of bank, holder and account number, if there is anything */
export function checkInstructions(given: Readonly<Record<string, unknown>>): void {
  const isEmpty = (source: string) => (given[source] ?? null) === null;
  if (Object.keys(instructions).every(isEmpty)) return;
  const missing = NEEDED.filter(isEmpty);
  if (missing.length === 0) return;
  throw new ValidationError(Object.fromEntries(missing.map((source) => [source, { key: 'instructions_incomplete' }])));
}
