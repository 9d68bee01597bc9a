import { z } from 'zod';
import { ValidationError } from '#server/errors.ts';

/** An amount that a form's declaration has let through, as the database keeps it. */
export const amount = z.string().transform(BigInt);

const optionalAmount = z
  .string()
  .nullable()
  .transform((digits) => (digits === null || digits === '' ? null : BigInt(digits)));

/** What using a channel costs, and what amounts it takes. */
export const terms = z.object({
  rate_bps: z.int(),
  fixed_fee: amount,
  min_fee: optionalAmount,
  max_fee: optionalAmount,
  deduction: z.enum(['inner', 'outer']),
  min_amount: amount,
  max_amount: amount,
  status: z.enum(['enabled', 'disabled']),
});

/** Text that may be left empty. */
export const optionalText = z
  .string()
  .nullable()
  .transform((text) => (text?.trim() ? text : null));

/**
 * Limits that leave room for an amount, and for a fee.
 * @param given amounts as minor units, in whatever form
 * @throws ValidationError on the upper limit
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
