import { z } from 'zod';
import { amountSchema } from './amount.ts';
import { DEDUCTIONS } from './order.ts';

export const CHANNEL_TYPES = ['collection', 'payout', 'deposit', 'withdrawal'] as const;
export const CHANNEL_STATUSES = ['enabled', 'disabled'] as const;

/** A channel through which money comes in or goes out, with the rates agreed with this tenant. */
export const channelSchema = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  type: z.enum(CHANNEL_TYPES),
  rate_bps: z.int(),
  fixed_fee: amountSchema,
  min_fee: amountSchema.nullable(),
  max_fee: amountSchema.nullable(),
  deduction: z.enum(DEDUCTIONS),
  min_amount: amountSchema,
  max_amount: amountSchema,
  currency: z.string(),
  status: z.enum(CHANNEL_STATUSES),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Channel = z.infer<typeof channelSchema>;
