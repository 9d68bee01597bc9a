import { parseAmount } from '#shared/money/amount.ts';
import { bareCardNumber, isCardNumber } from '#shared/money/cardNumber.ts';
import { ValidationError } from '#server/errors.ts';
import type { Values } from '#server/resources/RecordSource.ts';
import type { AgreedCharge } from './quote.ts';

/** What a form's declaration has let through, read as code needs it: a declaration can be changed, these rules cannot. */

/** @throws ValidationError when it is missing or empty */
export function textIn(values: Values, source: string): string {
  const text = optionalTextIn(values, source);
  if (text === null) throw new ValidationError({ [source]: { key: 'required' } });
  return text;
}

export function optionalTextIn(values: Values, source: string): string | null {
  const value = values[source];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Whole minor units. @throws ValidationError when it is missing or nothing of the kind */
export function amountIn(values: Values, source = 'amount'): bigint {
  const parsed = parseAmount(textIn(values, source), 0);
  if (!parsed.ok) throw new ValidationError({ [source]: { key: 'invalid_format' } });
  return BigInt(parsed.minor);
}

/** The same with a sign. */
export function signedAmountIn(values: Values, source = 'amount'): bigint {
  const text = textIn(values, source);
  if (!text.startsWith('-')) return amountIn(values, source);
  return -amountIn({ [source]: text.slice(1) }, source);
}

/** The figures that were shown before this was asked for. @throws ValidationError when one is no amount */
export function agreedIn(values: Values): AgreedCharge {
  return { debit: optionalAmountIn(values, 'agreed_debit'), arrival: optionalAmountIn(values, 'agreed_arrival') };
}

function optionalAmountIn(values: Values, source: string): bigint | null {
  return optionalTextIn(values, source) === null ? null : amountIn(values, source);
}

/** Digits of a card or account, which people write in groups. @throws ValidationError when it is missing or no number */
export function cardNumberIn(values: Values, source = 'card_number'): string {
  const typed = textIn(values, source);
  if (!isCardNumber(typed)) throw new ValidationError({ [source]: { key: 'card_number_invalid' } });
  return bareCardNumber(typed);
}
