import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { MAX_AMOUNT } from '@merchant-console/declaration';
import { computeFee, type FeeRule } from '#shared/money/fee.ts';
import { REFUND_FEES } from '#shared/money/refundFee.ts';
import { ValidationError } from '#server/errors.ts';

/** A validated amount of a form as bigint. */
export const amount = z.string().transform(BigInt);

/** Like `amount`; null if it is left empty. */
export const optionalAmount = z
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
 * Checks that no maximum is below its minimum, and that there is an amount that exceeds its fee.
 * @param given amounts in minor units, as bigint or digits
 * @param before the stored terms, if they are changed: a fee that isn't changed is left as it is
 * @throws {ValidationError} on a maximum, or on the fee's largest part
 */
export function checkTerms(given: Readonly<Record<string, unknown>>, before?: Readonly<Record<string, unknown>>): void {
  const wrong = (['amount', 'fee'] as const).find((what) => {
    const least = minor(given[`min_${what}`]);
    const most = minor(given[`max_${what}`]);
    return least !== null && most !== null && most < least;
  });
  if (wrong) throw new ValidationError({ [`max_${wrong}`]: { key: 'below_minimum' } });
  const fee = feeOf(given);
  if (before && isDeepStrictEqual(fee, feeOf(before))) return;
  const excessive = excessivePart(fee);
  if (excessive) throw new ValidationError({ [excessive]: { key: 'fee_above_amounts' } });
}

/** A fee and the largest amount that it applies to. */
interface Fee extends FeeRule {
  largest: bigint;
}

function feeOf(given: Readonly<Record<string, unknown>>): Fee {
  return {
    rateBps: Number(given['rate_bps']),
    fixedFee: minor(given['fixed_fee']) ?? 0n,
    minFee: minor(given['min_fee']),
    maxFee: minor(given['max_fee']),
    largest: minor(given['max_amount']) ?? MAX_AMOUNT,
  };
}

/**
 * The field to lower if the fee takes all of the largest amount, and with it all of each smaller one: a fee grows by no
 * more than its amount. Null if it doesn't.
 */
function excessivePart({ largest, ...rule }: Fee): 'rate_bps' | 'fixed_fee' | 'min_fee' | null {
  if (computeFee(largest, rule) < largest) return null;
  if (rule.minFee !== null && rule.minFee >= largest) return 'min_fee';
  const rated = computeFee(largest, { ...rule, fixedFee: 0n, minFee: null, maxFee: null });
  return rated > rule.fixedFee ? 'rate_bps' : 'fixed_fee';
}

function minor(value: unknown): bigint | null {
  return typeof value === 'bigint' || (typeof value === 'string' && value !== '') ? BigInt(value) : null;
}
