import { z } from 'zod';
import { MAX_BALANCE, readMinorUnits } from '../money/amount.ts';

/** An amount on the wire: a whole number of minor units as decimal digits, so that no JSON number rounds it. */
export const amountSchema = z.string().regex(/^-?(0|[1-9][0-9]{0,18})$/);

/**
 * An amount that a call takes: digits alone, in quotes. Judged by the parser that reads the amounts of requests, with its
 * messages. They are keys of texts, see `parsePart`.
 */
export const sentAmountSchema = z
  .string({ error: ({ input }) => (typeof input === 'number' ? 'amount_as_text' : undefined) })
  .min(1)
  .refine((text) => (readMinorUnits(text) ?? -1n) >= 0n, { error: 'invalid_format', abort: true })
  .refine((text) => BigInt(text) <= MAX_BALANCE, 'amount_too_large')
  .meta({
    description: 'Minor units as digits, 1 to 18 of them, without leading zeros',
    example: '12300',
    // 0 is read all the same, so that it is refused with the range that the amount has to be in.
    pattern: '^[1-9][0-9]{0,17}$',
  });

/** The same above zero, read into a bigint. The gateway has one reason for all that it can't read: `invalid_format`. */
export const positiveAmountSchema = z
  .string()
  .refine(isPositive, 'invalid_format')
  .meta(sentAmountSchema.meta() ?? {})
  .transform(BigInt);

function isPositive(text: string): boolean {
  const amount = readMinorUnits(text) ?? 0n;
  return amount > 0n && amount <= MAX_BALANCE;
}
