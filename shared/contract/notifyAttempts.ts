import { z } from 'zod';
import { defineCall } from './call.ts';

/** Posts of orders' results to merchants' servers. */

/** What a merchant's server acknowledges a result with: HTTP 200, and this word alone in its body. */
export const NOTIFY_ACKNOWLEDGED = 'success';

/** How a post ended. */
export const NOTIFY_RESULTS = [
  /** The merchant's server has acknowledged it. */
  'delivered',
  /** 200, but not the word that acknowledges. */
  'not_acknowledged',
  /** Another status. */
  'refused_status',
  /** It was sent elsewhere, where we do not follow. */
  'redirected',
  'timeout',
  /** Nobody listens there. */
  'refused',
  /** The connection broke, or could not be made. */
  'broken',
  /** The name leads nowhere. */
  'dns',
  'tls',
  /** The name leads into our own network. */
  'address_not_public',
  /** `NOTIFY_URL_PORTS` doesn't allow the address's port, as it did when the address was taken. Not tried again. */
  'port_not_allowed',
  /** The address can't be read. Not tried again. */
  'invalid_address',
  /** What came was not HTTP. */
  'garbled',
  /** The merchant has no key to sign with. */
  'no_key',
  /** Our server was stopped meanwhile: nobody knows whether it arrived. */
  'interrupted',
] as const;
export const notifyResultSchema = z.enum(NOTIFY_RESULTS);
export type NotifyResult = z.infer<typeof notifyResultSchema>;

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

const attemptSchema = z.object({
  /** Of the record's posts, from 1. */
  number: z.int(),
  at: z.iso.datetime(),
  /** Milliseconds; null: it is under way, or was interrupted. */
  duration_ms: z.int().nullable(),
  url: z.string(),
  request_headers: headersSchema,
  request_body: z.string(),
  /** Null: there was none. */
  response: z
    .object({
      status: z.int(),
      headers: headersSchema,
      /** Its beginning. */
      body: z.string(),
      is_cut: z.boolean(),
    })
    .nullable(),
  /** Null: it is under way. */
  result: notifyResultSchema.nullable(),
  /** Name of the user who has asked for it; null: the server itself. */
  sent_by: z.string().nullable(),
});
export type NotifyAttempt = z.infer<typeof attemptSchema>;

/** How often a result is posted by itself before it is given up. */
export const NOTIFY_TRIES = 8;

/** The newest that are answered. */
export const ATTEMPTS_SHOWN = 50;

const dataSchema = z.object({
  /** When it is posted next; null: not by itself. */
  next_at: z.iso.datetime().nullable(),
  /** One is under way or about to be. */
  is_sending: z.boolean(),
  /** The newest first. */
  attempts: z.array(attemptSchema),
  /** All that there were. */
  total: z.int(),
});
export type NotifyAttempts = z.infer<typeof dataSchema>;

const params = z.object({ id: z.string() });

export const orderNotifyAttempts = defineCall({
  id: 'orderNotifyAttempts',
  method: 'GET',
  path: '/orders/:id/notifications',
  params,
  data: dataSchema,
  summary: 'How the result of an order was posted to the merchant’s server',
  access: { permission: 'orders.show' },
  inBackground: true,
});

export const refundNotifyAttempts = defineCall({
  id: 'refundNotifyAttempts',
  method: 'GET',
  path: '/refunds/:id/notifications',
  params,
  data: dataSchema,
  summary: 'The same of a refund',
  access: { permission: 'refunds.show' },
  inBackground: true,
});

export const payoutNotifyAttempts = defineCall({
  id: 'payoutNotifyAttempts',
  method: 'GET',
  path: '/payouts/:id/notifications',
  params,
  data: dataSchema,
  summary: 'The same of a payout',
  access: { permission: 'payouts.show' },
  inBackground: true,
});
