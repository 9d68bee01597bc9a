import { z } from 'zod';
import { CARD_NUMBER, CARD_NUMBER_CONCERNS } from '../money/cardNumber.ts';
import { DEFAULT_SIGN_TYPE, SIGN_TYPES } from '../gateway/sign.ts';
import { amountSchema, positiveAmountSchema } from './amount.ts';

/** The requests of merchants' servers to `/gateway/...` and their responses. All parameters are strings. */

/** Largest allowed difference between the clocks of a merchant's server and of this one. */
export const TIMESTAMP_MINUTES = 5;

/** One line of text. `description` is what merchants' developers read about it. */
const line = (longest: number, description: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)
    .meta({ description });

/** The merchant's own number of an order or refund. Its characters need no encoding in a form or URL. */
const ownNumber = (description: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9._:-]{1,64}$/)
    .meta({ description });

const code = (description: string) => z.string().min(1).max(64).meta({ description });

const amount = (description: string) =>
  positiveAmountSchema.meta({ ...positiveAmountSchema.meta(), description: `${description} In minor units` });

const channel = code("Code or ID of one of the merchant's channels");
const url = (description: string) => z.string().max(512).meta({ description });
const notifyUrl = url(
  "Where the result is posted: http or https, on the internet, at an allowed port. Default: the merchant's notification URL",
);

/** Part of every call. `sign` covers all other parameters, see `signatureBase`. */
export const signedSchema = z.object({
  merchant_no: code("The merchant's number"),
  timestamp: z.union([z.string().regex(/^[0-9]{10}$/), z.iso.datetime({ offset: true })]).meta({
    description: `Seconds since 1970, or ISO 8601 with an offset; at most ${TIMESTAMP_MINUTES} minutes from the server's clock`,
  }),
  nonce: z
    .string()
    .regex(/^[!-~]{8,64}$/)
    .meta({ description: 'Visible ASCII characters; used once' }),
  key_id: code("ID of the key that signs the call. Default: the merchant's keys are tried").optional(),
  sign_type: z
    .enum(SIGN_TYPES)
    .meta({ description: `Default: ${DEFAULT_SIGN_TYPE}` })
    .optional(),
  sign: z.string().min(1).max(128).meta({ description: 'The signature, in upper-case hexadecimal digits' }),
});

export const collectSchema = z.strictObject({
  merchant_order_no: ownNumber('Your number of the order. A repeated call with it returns the same order'),
  channel,
  amount: amount('What the order is about.'),
  subject: line(128, 'What the payer pays for').optional(),
  payer_name: line(100, "The payer's name").optional(),
  client_ip: z.union([z.ipv4(), z.ipv6()]).meta({ description: "IP address of the payer's browser" }).optional(),
  notify_url: notifyUrl.optional(),
  return_url: url("Page that the payer's browser opens afterwards: http or https").optional(),
});
export type CollectBody = z.output<typeof collectSchema>;

export const payoutSchema = z.strictObject({
  merchant_order_no: ownNumber('Your number of the payout. A repeated call with it returns the same payout'),
  channel,
  amount: amount('What the payee receives, before a fee that is deducted from it.'),
  payee_name: line(100, 'Name of the account holder'),
  card_number: z
    .string()
    .max(40)
    .regex(CARD_NUMBER)
    .meta({ description: 'Card or account number: 8 to 30 digits. Spaces and hyphens are ignored' }),
  bank_name: line(100, "Name of the payee's bank"),
  branch_name: line(100, 'Branch of the bank').optional(),
  remark: line(500, 'Your remark').optional(),
  notify_url: notifyUrl.optional(),
});
export type PayoutBody = z.output<typeof payoutSchema>;

const orderNumbers = {
  order_no: code('The number that the gateway gave the order').optional(),
  merchant_order_no: code('Your number of the order').optional(),
};

/** One of the two numbers identifies the order to refund; if both are given, both must match. */
export const refundSchema = z.strictObject({
  merchant_refund_no: ownNumber('Your number of the refund. A repeated call with it returns the same refund'),
  ...orderNumbers,
  amount: amount('At most what is left of the order.'),
  reason: line(500, 'Why you refund'),
  notify_url: notifyUrl.optional(),
});
export type RefundBody = z.output<typeof refundSchema>;

/**
 * One of the two numbers of an order is required, or of a refund if `type` is refund. If both are given, both must
 * match.
 */
export const querySchema = z.strictObject({
  type: z.enum(['collect', 'payout', 'refund']).meta({ description: 'What you ask for' }),
  ...orderNumbers,
  refund_no: code('The number that the gateway gave the refund').optional(),
  merchant_refund_no: code('Your number of the refund').optional(),
});
export type QueryBody = z.output<typeof querySchema>;

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

/** A call of the gateway: what the server checks, and what the API description and docs/gateway.md say. */
interface GatewayCall {
  summary: string;
  description: string;
  body: z.ZodObject;
  data: z.ZodType;
  /** True if it creates a record (201), or returns the one that an earlier call created (200). */
  creates: boolean;
}

const REPEATED =
  'A repeated call with the same number and parameters changes nothing and returns the current state (200).';

export const GATEWAY_CALLS = {
  collect: {
    summary: 'Create a collection order',
    description: `Asks a payer for money. ${REPEATED} Send the payer's browser to \`pay_url\`.`,
    body: collectSchema,
    data: collectDataSchema,
    creates: true,
  },
  payout: {
    summary: 'Pay out',
    description: `Pays a bank account. ${REPEATED} Amount and fee are frozen immediately.`,
    body: payoutSchema,
    data: payoutAnswerSchema,
    creates: true,
  },
  refund: {
    summary: 'Refund a collection order',
    description: `Refunds a paid order, in full or in part, by \`order_no\`, \`merchant_order_no\` or both. ${REPEATED}`,
    body: refundSchema,
    data: refundDataSchema,
    creates: true,
  },
  query: {
    summary: 'Query an order, payout or refund',
    description:
      'Returns the current state. An order or payout is named by `order_no`, `merchant_order_no` or both, a refund by `refund_no`, `merchant_refund_no` or both.',
    body: querySchema,
    data: z.union([collectDataSchema, payoutDataSchema, refundDataSchema]),
    creates: false,
  },
} as const satisfies Record<string, GatewayCall>;

export type GatewayCallName = keyof typeof GATEWAY_CALLS;

/** Names that occur in a text to sign: the parameters of all calls, and `key`, which MD5 appends. */
export const SIGNED_NAMES: ReadonlySet<string> = new Set([
  ...[signedSchema, ...Object.values(GATEWAY_CALLS).map(({ body }) => body)].flatMap(({ shape }) => Object.keys(shape)),
  'key',
]);
