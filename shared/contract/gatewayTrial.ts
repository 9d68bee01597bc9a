import { z } from 'zod';
import { defineCall } from './call.ts';
import { TRY_GATEWAY } from './testMode.ts';

/** The gateway calls that can be tried. */
export const TRIED_CALLS = ['collect', 'payout', 'refund', 'query'] as const;
export type TriedCall = (typeof TRIED_CALLS)[number];

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

const triedRecordSchema = z.object({ resource: z.enum(['orders', 'payouts', 'refunds']), id: z.string() });
export type TriedRecord = z.infer<typeof triedRecordSchema>;

const triedCallDataSchema = z.object({
  url: z.url(),
  headers: headersSchema,
  body: z.string(),
  /** The text that `sign` in the body covers, without the key. */
  string_to_sign: z.string(),
  /** Last characters of the signing key. */
  key_tail: z.string(),
  answer: z.object({
    status: z.int(),
    headers: headersSchema,
    body: z.string(),
    duration_ms: z.int(),
  }),
  /** The record that the response is about, or null if there is none. */
  record: triedRecordSchema.nullable(),
});
export type TriedCallData = z.infer<typeof triedCallDataSchema>;

export const tryGatewayCall = defineCall({
  id: 'tryGatewayCall',
  method: 'POST',
  path: '/test-mode/gateway-calls',
  summary: 'Sign a gateway call with a test key, make it, and return the request and the response',
  access: { permission: TRY_GATEWAY },
  side: 'test',
  body: z.strictObject({
    call: z.enum(TRIED_CALLS),
    /** Empty parameters are left out. Merchant number, time, nonce and signature are added. */
    parameters: z.record(z.string().max(64), z.string().max(1_000)),
    /** ID of the test key that signs. Default: the default key, without `key_id` in the call. */
    key_id: z.uuid().optional(),
  }),
  data: triedCallDataSchema,
});

export const previewNotification = defineCall({
  id: 'previewNotification',
  method: 'GET',
  path: '/test-mode/notification',
  summary: 'Get the notification for the current state of an order, payout or refund',
  access: { permission: TRY_GATEWAY },
  side: 'test',
  query: triedRecordSchema,
  data: z.object({
    /** Null if the call contained no URL: then no notification is sent. */
    url: z.string().nullable(),
    /** True once the record has a final result: then the notification is sent. */
    is_final: z.boolean(),
    body: z.string(),
    string_to_sign: z.string(),
  }),
  inBackground: true,
});
export type NotificationPreview = z.infer<typeof previewNotification.data>;
