import { z } from 'zod';
import { REFUND_FEES } from '../money/refundFee.ts';
import { amountSchema } from '@merchant-console/protocol';
import { sentAmountSchema } from './amount.ts';
import { approvalSchema } from './approval.ts';
import { defineCall } from './call.ts';

const refundQuoteSchema = z.object({
  currency: z.string(),
  amount: amountSchema,
  left: amountSchema.meta({ description: 'Refundable amount of the order, including this refund' }),
  left_after: amountSchema.meta({ description: 'Refundable amount of the order after this refund' }),
  refund_fee: z.enum(REFUND_FEES).meta({ description: "The channel's rule for the fee of a refunded order" }),
  fee_returned: amountSchema,
  payer_amount: amountSchema.meta({ description: 'Amount that the payer gets back' }),
  debit_amount: amountSchema.meta({ description: 'Amount debited from the balance' }),
  available: amountSchema.meta({ description: 'Current available balance' }),
  available_after: amountSchema.meta({ description: 'Available balance after the refund' }),
  needs_approval: z.boolean().meta({ description: 'True if another user must approve the refund first' }),
  approval: approvalSchema.nullable(),
});
export type RefundQuote = z.infer<typeof refundQuoteSchema>;

export const refundQuote = defineCall({
  id: 'refundQuote',
  method: 'POST',
  path: '/orders/:id/refund/quote',
  allowedInPreview: true,
  summary: 'Quote a refund without making it; fails with the errors of the refund itself',
  access: { permission: 'orders.refund' },
  params: z.object({ id: z.string() }),
  body: z.object({ amount: sentAmountSchema }),
  data: refundQuoteSchema,
});
