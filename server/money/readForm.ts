import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import { readMinorUnits, bareCardNumber, isCardNumber } from '@merchant-console/declaration';
import { ValidationError } from '#server/errors.ts';
import type { Values } from '#server/resources/RecordSource.ts';
import type { AgreedCharge } from './quote.ts';

/** Typed readers of form values. They enforce rules that no change of a declaration can remove. */

/** @throws {ValidationError} if the value is missing or empty */
export function textIn(values: Values, source: string): string {
  const text = optionalTextIn(values, source);
  if (text === null) throw new ValidationError({ [source]: { key: 'required' } });
  return text;
}

export function optionalTextIn(values: Values, source: string): string | null {
  const value = values[source];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/**
 * Whole minor units, 0 or more.
 * @throws {ValidationError} if the amount is missing, isn't text, isn't digits alone or is above `MAX_BALANCE`
 */
export function amountIn(values: Values, source = 'amount'): bigint {
  const amount = signedAmountIn(values, source);
  if (amount < 0n) throw new ValidationError({ [source]: { key: 'invalid_format' } });
  return amount;
}

/** Like `amountIn`, with a sign. */
export function signedAmountIn(values: Values, source = 'amount'): bigint {
  if (typeof values[source] === 'number') throw new ValidationError({ [source]: { key: 'amount_as_text' } });
  const amount = readMinorUnits(textIn(values, source));
  if (amount === null) throw new ValidationError({ [source]: { key: 'invalid_format' } });
  if (amount > MAX_BALANCE || amount < -MAX_BALANCE)
    throw new ValidationError({ [source]: { key: 'amount_too_large' } });
  return amount;
}

/** The figures that the user saw before the request. @throws {ValidationError} if one isn't an amount */
export function agreedChargeIn(values: Values): AgreedCharge {
  return { debit: optionalAmountIn(values, 'agreed_debit'), arrival: optionalAmountIn(values, 'agreed_arrival') };
}

function optionalAmountIn(values: Values, source: string): bigint | null {
  return optionalTextIn(values, source) === null ? null : amountIn(values, source);
}

/** Digits of a card or account number, without grouping. @throws {ValidationError} if it is missing or not a number */
export function cardNumberIn(values: Values): string {
  const typed = textIn(values, 'card_number');
  if (!isCardNumber(typed)) throw new ValidationError({ card_number: { key: 'card_number_invalid' } });
  return bareCardNumber(typed);
}
