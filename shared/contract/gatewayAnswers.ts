import { z } from 'zod';
import { CARD_NUMBER_CONCERNS } from '@merchant-console/declaration';
import { amountSchema } from '@merchant-console/protocol';
import { EVENTS } from './webhooks.ts';

/** The responses to calls of merchants' servers, see `gateway.ts`. */

const common = {
  order_no: z.string(),
  merchant_order_no: z.string(),
  channel: z.string().meta({ description: 'Code of the channel' }),
  currency: z.string(),
  amount: amountSchema,
  fee: amountSchema,
  channel_order_no: z.string().nullable(),
  error_code: z.string().nullable(),
  error_msg: z.string().nullable(),
  created_at: z.iso.datetime(),
};

export const collectDataSchema = z.object({
  type: z.literal('collect'),
  ...common,
  payer_amount: amountSchema.meta({ description: 'What the payer pays' }),
  arrival_amount: amountSchema.meta({ description: 'What the merchant is credited with' }),
  refunded_amount: amountSchema.meta({ description: 'The refunded part of the amount' }),
  pay_url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .meta({ description: 'Payment page; null if it is not known yet, if there is none, or if the order has ended' }),
  status: z.enum(['pending', 'success', 'failed', 'closed']),
  expires_at: z.iso.datetime().nullable(),
  succeeded_at: z.iso.datetime().nullable(),
});
export type CollectData = z.infer<typeof collectDataSchema>;

export const payoutDataSchema = z.object({
  type: z.literal('payout'),
  ...common,
  debit_amount: amountSchema.meta({ description: 'What leaves the wallet' }),
  payee_name: z.string(),
  card_number: z.string().meta({ description: 'Masked' }),
  bank_name: z.string(),
  status: z.enum(['pending_approval', 'pending', 'processing', 'success', 'failed']),
  finished_at: z.iso.datetime().nullable(),
});
/**
 * Response of `/gateway/payout`. The warning that a form shows below its input is returned here and rejects nothing.
 */
export const payoutAnswerSchema = payoutDataSchema.extend({
  card_concern: z.enum(CARD_NUMBER_CONCERNS).nullable().meta({ description: 'Why the card number looks mistyped' }),
});
export type PayoutAnswer = z.infer<typeof payoutAnswerSchema>;

export type PayoutData = z.infer<typeof payoutDataSchema>;

export const refundDataSchema = z.object({
  type: z.literal('refund'),
  refund_no: z.string(),
  merchant_refund_no: z.string().nullable().meta({ description: 'Null if the refund was made in the console' }),
  order_no: z.string(),
  merchant_order_no: z.string(),
  channel: z.string().meta({ description: 'Code of the channel' }),
  currency: z.string(),
  amount: amountSchema,
  fee_returned: amountSchema.meta({ description: "The returned part of the order's fee" }),
  payer_amount: amountSchema.meta({ description: 'What the payer gets back' }),
  debit_amount: amountSchema.meta({ description: 'What leaves the wallet' }),
  channel_refund_no: z.string().nullable(),
  status: z.enum(['pending_approval', 'processing', 'success', 'failed', 'rejected', 'cancelled']),
  error_code: z.string().nullable(),
  error_msg: z.string().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type RefundData = z.infer<typeof refundDataSchema>;

export const recordSchema = z.union([collectDataSchema, payoutDataSchema, refundDataSchema]);

export const eventDataSchema = z.object({
  type: z.literal('event'),
  event: z.enum(Object.values(EVENTS).flatMap((names) => Object.values(names))),
  created_at: z.iso.datetime().meta({ description: 'When the order, payout or refund ended' }),
  record: recordSchema.meta({ description: 'The order, payout or refund in its current state' }),
});
export type EventData = z.infer<typeof eventDataSchema>;

export const listDataSchema = z.object({
  items: z
    .array(z.union([...recordSchema.options, eventDataSchema]))
    .meta({ description: 'In the order of `created_at`, oldest first' }),
  next_cursor: z.string().nullable().meta({ description: 'For the next page; null at the end' }),
  complete_until: z.iso
    .datetime()
    .meta({ description: 'Nothing older is added to the list later; begin the next list here' }),
});
export type ListData = z.infer<typeof listDataSchema>;
