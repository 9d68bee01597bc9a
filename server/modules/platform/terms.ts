import { z } from 'zod';
import { REFUND_FEES } from '#shared/money/refundFee.ts';
import { ValidationError } from '#server/errors.ts';

/** A validated amount of a form as bigint. */
export const amount = z.string().transform(BigInt);

const optionalAmount = z
  .string()
  .nullable()
  .transform((digits) => (digits === null || digits === '' ? null : BigInt(digits)));

/** Fees and limits of a channel. */
export const terms = z.object({
  rate_bps: z.int(),
  fixed_fee: amount,
  min_fee: optionalAmount,
  max_fee: optionalAmount,
  deduction: z.enum(['inner', 'outer']),
  refund_fee: z
    .enum(REFUND_FEES)
    .nullable() // Of channels that take no collections.
    .transform((rule) => rule ?? 'keep'),
  min_amount: amount,
  max_amount: amount,
  status: z.enum(['enabled', 'disabled']),
});

/** Defaults of the optional terms of a new channel or rate. */
export const DEFAULT_TERMS = { min_fee: null, max_fee: null, refund_fee: null };

/** Optional text. */
export const optionalText = z
  .string()
  .nullable()
  .transform((text) => (text?.trim() ? text : null));

/** A yes or no that is no if it is left empty. */
export const flag = z
  .boolean()
  .nullable()
  .transform((is) => is === true);

/**
 * Checks that the maximum exceeds the minimum and the fee.
 * @param given amounts in minor units, as bigint or digits
 * @throws {ValidationError} on the maximum
 */
export function checkTerms(given: Readonly<Record<string, unknown>>): void {
  const wrong = (['amount', 'fee'] as const).find((what) => {
    const least = minor(given[`min_${what}`]);
    const most = minor(given[`max_${what}`]);
    return least !== null && most !== null && most < least;
  });
  if (wrong) throw new ValidationError({ [`max_${wrong}`]: { key: 'below_minimum' } });
}

function minor(value: unknown): bigint | null {
  return typeof value === 'bigint' || (typeof value === 'string' && value !== '') ? BigInt(value) : null;
}
