import { z } from 'zod';
import { CARD_NUMBER } from '@merchant-console/declaration';
import { DEFAULT_SIGN_TYPE, SIGN_TYPES } from '../gateway/sign.ts';
import { positiveAmountSchema } from './amount.ts';
import {
  collectDataSchema,
  listDataSchema,
  payoutAnswerSchema,
  recordSchema,
  refundDataSchema,
} from './gatewayAnswers.ts';

/** The calls of merchants' servers to `/gateway/...`. All parameters are strings. */

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

const code = (description: string, longest = 64) => z.string().min(1).max(longest).meta({ description });

const amount = (description: string) =>
  positiveAmountSchema.meta({ ...positiveAmountSchema.meta(), description: `${description} In minor units` });

const channel = code("Code or ID of one of the merchant's channels");
const url = (description: string) => z.string().max(512).meta({ description });
const notifyUrl = url(
  "Where the result is posted: http or https, on the internet, at an allowed port. Default: the merchant's notification URL",
);

/** A time as sent: seconds or a date. */
const time = (description: string) =>
  z.union([z.string().regex(/^[0-9]{10}$/), z.iso.datetime({ offset: true })]).meta({
    description: `Seconds since 1970, or ISO 8601 with an offset${description}`,
  });

/** Part of every call. `sign` covers all other parameters, see `signatureBase`. */
export const signedSchema = z.object({
  merchant_no: code("The merchant's number"),
  timestamp: time(`; at most ${TIMESTAMP_MINUTES} minutes from the server's clock`),
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

/** Records per page, and per page unless the call says otherwise. */
export const MOST_LISTED = 200;
export const USUALLY_LISTED = 50;

/** The next page has the parameters of the first one, and `cursor`. */
export const listSchema = z.strictObject({
  type: z.enum(['collect', 'payout', 'refund', 'event']).meta({ description: 'What you ask for' }),
  from: time('. The list begins with what was created then'),
  to: time('. The list ends before this time. Default: the time of the first page').optional(),
  limit: z
    .string()
    .regex(/^(?:[1-9][0-9]?|1[0-9]{2}|200)$/)
    .meta({ description: `Records per page, at most ${MOST_LISTED}. Default: ${USUALLY_LISTED}` })
    .optional(),
  cursor: code('`next_cursor` of the page before, with the other parameters unchanged', 256).optional(),
});
export type ListBody = z.output<typeof listSchema>;

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
    data: recordSchema,
    creates: false,
  },
  list: {
    summary: 'List orders, payouts, refunds or events',
    description:
      'Returns records in the order of their creation, page by page, as `/gateway/query` does. An event is the end of an order, payout or refund.',
    body: listSchema,
    data: listDataSchema,
    creates: false,
  },
} as const satisfies Record<string, GatewayCall>;

export type GatewayCallName = keyof typeof GATEWAY_CALLS;

const namesOf = (...schemas: z.ZodObject[]) => schemas.flatMap(({ shape }) => Object.keys(shape));

const { list, ...OTHERS } = GATEWAY_CALLS;

/**
 * Names that occur in a text to sign: the parameters of the calls, and `key`, which MD5 appends. Without those that only
 * lists have: addresses of other calls may contain `&from=`, and no text to sign of a list is one of another call.
 */
export const SIGNED_NAMES: ReadonlySet<string> = new Set([
  ...namesOf(signedSchema, ...Object.values(OTHERS).map(({ body }) => body)),
  'key',
]);

/** The same for a list. */
export const LIST_NAMES: ReadonlySet<string> = new Set([...SIGNED_NAMES, ...namesOf(list.body)]);
