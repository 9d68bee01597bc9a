import { z } from 'zod';

/** An amount on the wire: a whole number of minor units as decimal digits, so that no JSON number rounds it. */
export const amountSchema = z.string().regex(/^-?(0|[1-9][0-9]{0,18})$/);

/**
 * An amount that a call takes: digits alone, in quotes. The message for a JSON number is the key of the text that says
 * so, see `parsePart`.
 */
export const sentAmountSchema = z
  .string({ error: ({ input }) => (typeof input === 'number' ? 'amount_as_text' : undefined) })
  .regex(/^(0|[1-9][0-9]{0,17})$/)
  .meta({
    description: 'Minor units as digits, 1 to 18 of them, without leading zeros',
    example: '12300',
    // 0 is read all the same, so that it is refused with the range that the amount has to be in.
    pattern: '^[1-9][0-9]{0,17}$',
  });

/** The same above zero, read into a bigint. */
export const positiveAmountSchema = z
  .string()
  .regex(/^[1-9][0-9]{0,17}$/)
  .meta({ description: 'Minor units as digits, 1 to 18 of them, without leading zeros', example: '12300' })
  .transform(BigInt);
