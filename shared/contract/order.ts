import { z } from 'zod';
import { amountSchema } from '@merchant-console/protocol';

export const ORDER_STATUSES = ['pending', 'success', 'failed', 'closed'] as const;
const NOTIFY_STATUSES = ['none', 'pending', 'delivered', 'failed'] as const;
export const DEDUCTIONS = ['inner', 'outer'] as const;

const timestamp = z.iso.datetime();

/** A collection order as the console receives it. */
export const orderSchema = z.object({
  id: z.string(),
  order_no: z.string(),
  merchant_order_no: z.string(),
  channel_order_no: z.string().nullable(),
  channel_id: z.string(),
  amount: amountSchema,
  fee: amountSchema,
  arrival_amount: amountSchema,
  rate_bps: z.int(),
  fixed_fee: amountSchema,
  deduction: z.enum(DEDUCTIONS),
  currency: z.string(),
  subject: z.string().nullable(),
  payer_name: z.string().nullable(),
  client_ip: z.string().nullable(),
  notify_url: z.string().nullable(),
  return_url: z.string().nullable(),
  notify_status: z.enum(NOTIFY_STATUSES),
  status: z.enum(ORDER_STATUSES),
  error_code: z.string().nullable(),
  error_msg: z.string().nullable(),
  expires_at: timestamp.nullable(),
  succeeded_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Sums of its refunds: of the successful ones, and of those without a result yet. */
  refunded_amount: amountSchema,
  refund_open_amount: amountSchema,
});
export type Order = z.infer<typeof orderSchema>;
