import { z } from 'zod';
import { amountSchema } from '@merchant-console/protocol';
import { defineCall } from './call.ts';

const adjustmentQuoteSchema = z.object({
  currency: z.string(),
  available: amountSchema.meta({ description: "The merchant's current available balance" }),
  available_after: amountSchema
    .nullable()
    .meta({ description: 'Available balance after the adjustment, negative if it is too low; null without an amount' }),
});
export type AdjustmentQuote = z.infer<typeof adjustmentQuoteSchema>;

export const adjustmentQuote = defineCall({
  id: 'adjustmentQuote',
  method: 'POST',
  path: '/adjustments/quote',
  allowedInPreview: true,
  summary: "Get a merchant's balance before and after an adjustment without requesting it",
  access: { permission: 'adjustments.create' },
  body: z.object({
    tenant_id: z.string().max(128),
    currency: z.string().max(3),
    amount: z.string().max(20).optional().meta({ description: 'Minor units as digits, with a minus sign for a debit' }),
  }),
  data: adjustmentQuoteSchema,
});
