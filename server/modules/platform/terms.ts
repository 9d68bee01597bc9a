import { z } from 'zod';

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
