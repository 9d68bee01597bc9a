import { z } from 'zod';
import { CARD_NUMBER_CONCERNS, isCardNumber } from '../money/cardNumber.ts';
import { SIGN_TYPES } from '../gateway/sign.ts';
import { amountSchema, positiveAmountSchema } from './amount.ts';

/** The requests of merchants' servers to `/gateway/...` and their responses. All parameters are strings. */

/** Largest allowed difference between the clocks of a merchant's server and of this one. */
export const TIMESTAMP_MINUTES = 5;

const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u);

const amount = positiveAmountSchema;

/** The merchant's own order number. Its characters need no encoding in a form or URL. */
const merchantOrderNo = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/);
const url = z.string().max(512);
const number = z.string().min(1).max(64);

const isoSchema = z.iso.datetime({ offset: true });

/** Part of every call. `sign` covers all other parameters, see `signatureBase`. */
export const signedSchema = z.object({
  merchant_no: z.string().min(1).max(64),
  /** Seconds since 1970 in ten digits, or ISO 8601 with its offset. */
  timestamp: z.string().refine((text) => /^[0-9]{10}$/.test(text) || isoSchema.safeParse(text).success),
  nonce: z.string().regex(/^[\x21-\x7e]{8,64}$/),
  /** ID of the key that signed the call. Without it, all keys of the merchant are tried. */
  key_id: z.string().min(1).max(64).optional(),
  sign_type: z.enum(SIGN_TYPES).optional(),
  sign: z.string().min(1).max(128),
});

export const collectSchema = z.strictObject({
  merchant_order_no: merchantOrderNo,
  /** Code or ID of one of the merchant's channels. */
  channel: z.string().min(1).max(64),
  /** Minor units. */
  amount,
  subject: line(128).optional(),
  payer_name: line(100).optional(),
  client_ip: z.union([z.ipv4(), z.ipv6()]).optional(),
  notify_url: url.optional(),
  return_url: url.optional(),
});
export type CollectBody = z.output<typeof collectSchema>;

export const payoutSchema = z.strictObject({
  merchant_order_no: merchantOrderNo,
  channel: z.string().min(1).max(64),
  amount,
  payee_name: line(100),
  /** With or without separators. */
  card_number: z.string().max(40).refine(isCardNumber),
  bank_name: line(100),
  branch_name: line(100).optional(),
  remark: line(500).optional(),
  notify_url: url.optional(),
});
export type PayoutBody = z.output<typeof payoutSchema>;

/** One of the two numbers identifies the order to refund; if both are given, both must match. */
export const refundSchema = z.strictObject({
  merchant_refund_no: merchantOrderNo,
  order_no: number.optional(),
  merchant_order_no: number.optional(),
  /** At most what remains of the order. */
  amount,
  reason: line(500),
  notify_url: url.optional(),
});
export type RefundBody = z.output<typeof refundSchema>;

/**
 * One of the two numbers of an order is required, or of a refund if `type` is refund. If both are given, both must
 * match.
 */
export const querySchema = z.strictObject({
  type: z.enum(['collect', 'payout', 'refund']),
  order_no: number.optional(),
  merchant_order_no: number.optional(),
  refund_no: number.optional(),
  merchant_refund_no: number.optional(),
});
export type QueryBody = z.output<typeof querySchema>;

/** Names that occur in a text to sign: the parameters of all calls, and `key`, which MD5 appends. */
export const SIGNED_NAMES: ReadonlySet<string> = new Set([
  ...[signedSchema, collectSchema, payoutSchema, refundSchema, querySchema].flatMap(({ shape }) => Object.keys(shape)),
  'key',
]);

const common = {
  order_no: z.string(),
  merchant_order_no: z.string(),
  /** Code of the channel. */
  channel: z.string(),
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
  /** The amounts that the payer pays and that the merchant is credited with. */
  payer_amount: amountSchema,
  arrival_amount: amountSchema,
  /** The refunded part of the amount. */
  refunded_amount: amountSchema,
  /** The channel's payment page. Null if the channel has not returned it yet or has none, or if the order has ended. */
  pay_url: z.url({ protocol: /^https?$/ }).nullable(),
  status: z.enum(['pending', 'success', 'failed', 'closed']),
  expires_at: z.iso.datetime().nullable(),
  succeeded_at: z.iso.datetime().nullable(),
});
export type CollectData = z.infer<typeof collectDataSchema>;

export const payoutDataSchema = z.object({
  type: z.literal('payout'),
  ...common,
  /** The amount that leaves the wallet. */
  debit_amount: amountSchema,
  payee_name: z.string(),
  /** Masked. */
  card_number: z.string(),
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
  /** Null if the refund was made in the console. */
  merchant_refund_no: z.string().nullable(),
  order_no: z.string(),
  merchant_order_no: z.string(),
  /** Code of the channel. */
  channel: z.string(),
  currency: z.string(),
  amount: amountSchema,
  /** The returned part of the order's fee. */
  fee_returned: amountSchema,
  /** The amounts that the payer gets back and that leave the wallet. */
  payer_amount: amountSchema,
  debit_amount: amountSchema,
  channel_refund_no: z.string().nullable(),
  status: z.enum(['pending_approval', 'processing', 'success', 'failed', 'rejected', 'cancelled']),
  error_code: z.string().nullable(),
  error_msg: z.string().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type RefundData = z.infer<typeof refundDataSchema>;
