import { z } from 'zod';
import { MAX_BALANCE } from '../money/maxBalance.ts';
import { readMinorUnits } from '@merchant-console/declaration';

/**
 * An amount in a request: a string of digits. Checked by the parser of all requests' amounts, with its messages, which
 * are text keys, see `parsePart`.
 */
export const sentAmountSchema = z
  .string({ error: ({ input }) => (typeof input === 'number' ? 'amount_as_text' : undefined) })
  .min(1)
  .refine((text) => readMinorUnits(text) !== null, { error: 'invalid_format', abort: true })
  .check(({ value, issues }) => {
    // As a declared amount from 1 on is rejected, so that a quote and its request say the same.
    if (value.startsWith('-')) issues.push({ code: 'too_small', origin: 'int', minimum: 1, input: value });
  })
  .refine((text) => BigInt(text) <= MAX_BALANCE, 'amount_too_large')
  .meta({
    description: 'Minor units as digits, 1 to 18 of them, without leading zeros',
    example: '12300',
    // 0 is accepted by the schema, so that the rejection can name the allowed range.
    pattern: '^[1-9][0-9]{0,17}$',
  });

/**
 * Like `sentAmountSchema`, but above zero and parsed into a bigint. The gateway has a single reason for unreadable
 * amounts: `invalid_format`.
 */
export const positiveAmountSchema = z
  .string()
  .refine(isPositive, 'invalid_format')
  .meta(sentAmountSchema.meta() ?? {})
  .transform(BigInt);

function isPositive(text: string): boolean {
  const amount = readMinorUnits(text) ?? 0n;
  return amount > 0n && amount <= MAX_BALANCE;
}
