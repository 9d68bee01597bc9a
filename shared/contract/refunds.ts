import { z } from 'zod';
import { REFUND_FEES } from '../money/refundFee.ts';
import { amountSchema, sentAmountSchema } from './amount.ts';
import { defineCall } from './call.ts';

export const refundQuoteSchema = z.object({
  currency: z.string(),
  amount: amountSchema,
  left: amountSchema.meta({ description: 'What can be refunded of the order, this refund included' }),
  refund_fee: z.enum(REFUND_FEES).meta({ description: "The channel's rule" }),
  fee_returned: amountSchema,
  payer_amount: amountSchema.meta({ description: 'What the payer gets back' }),
  debit_amount: amountSchema.meta({ description: 'What leaves the balance' }),
  available: amountSchema.meta({ description: 'Balance now' }),
  available_after: amountSchema.meta({ description: 'Balance once the refund is made' }),
  needs_approval: z.boolean().meta({ description: 'A second person has to decide first' }),
});
export type RefundQuote = z.infer<typeof refundQuoteSchema>;

export const refundQuote = defineCall({
  id: 'refundQuote',
  method: 'POST',
  path: '/orders/:id/refund/quote',
  allowedInPreview: true,
  summary: 'What a refund of an order would do now; refused like the refund itself',
  access: { permission: 'orders.refund' },
  params: z.object({ id: z.string() }),
  body: z.object({ amount: sentAmountSchema }),
  data: refundQuoteSchema,
});
