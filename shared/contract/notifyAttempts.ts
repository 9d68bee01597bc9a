import { z } from 'zod';
import { defineCall } from './call.ts';
import { WEBHOOK_EVENTS } from './webhooks.ts';

/** Deliveries of orders' results to merchants' servers. */

/** The acknowledgement of a result by a merchant's server: HTTP 200, and exactly this word as the body. */
export const NOTIFY_ACKNOWLEDGED = 'success';

/** Outcomes of a delivery attempt. */
export const notifyResultSchema = z.enum([
  /** Acknowledged by the merchant's server. */
  'delivered',
  /** Status 200 with another body than the acknowledgement. */
  'not_acknowledged',
  /** Any other status. */
  'refused_status',
  /** A redirect, which isn't followed. */
  'redirected',
  'timeout',
  /** Connection refused. */
  'refused',
  /** The connection broke or couldn't be established. */
  'broken',
  /** The host name can't be resolved. */
  'dns',
  'tls',
  /** The host name resolves to a private address. */
  'address_not_public',
  /** `NOTIFY_URL_PORTS` no longer allows the URL's port, although it did when the URL was accepted. Not retried. */
  'port_not_allowed',
  /** The URL is invalid. Not retried. */
  'invalid_address',
  /** The response was not HTTP. */
  'garbled',
  /** The merchant has no signing key. */
  'no_key',
  /** The webhook endpoint is disabled or deleted. Not retried. */
  'endpoint_off',
  /** Not posted, because the last posts to the webhook endpoint have failed. */
  'endpoint_resting',
  /** Our server was stopped during the attempt, so it is unknown whether the notification arrived. */
  'interrupted',
]);
export type NotifyResult = z.infer<typeof notifyResultSchema>;

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

const attemptSchema = z.object({
  /** Number among the record's attempts, from 1. */
  number: z.int(),
  at: z.iso.datetime(),
  /** Milliseconds, or null if the attempt is in progress or was interrupted. */
  duration_ms: z.int().nullable(),
  url: z.string(),
  request_headers: headersSchema,
  request_body: z.string(),
  /** Null if there was no response. */
  response: z
    .object({
      status: z.int(),
      headers: headersSchema,
      /** The beginning of the body. */
      body: z.string(),
      is_cut: z.boolean(),
    })
    .nullable(),
  /** Null while the attempt is in progress. */
  result: notifyResultSchema.nullable(),
  /** Name of the user who sent it, or null if the server sent it automatically. */
  sent_by: z.string().nullable(),
});
export type NotifyAttempt = z.infer<typeof attemptSchema>;

/** Number of automatic attempts to deliver a result. */
export const NOTIFY_TRIES = 8;

/** Number of newest attempts in a response. */
export const ATTEMPTS_SHOWN = 50;

const postsSchema = z.object({
  /** Time of the next automatic attempt, or null if there is none. */
  next_at: z.iso.datetime().nullable(),
  /** True if an attempt is in progress or about to start. */
  is_sending: z.boolean(),
  /** Newest first. */
  attempts: z.array(attemptSchema),
  /** Number of all attempts. */
  total: z.int(),
});
export type Posts = z.infer<typeof postsSchema>;

/** Posts to the record's `notify_url`, and its events for webhook endpoints. */
const dataSchema = postsSchema.extend({
  endpoints: z.array(
    postsSchema.extend({
      /** ID of the delivery, as in the list of webhook notifications. */
      id: z.uuid(),
      endpoint_id: z.uuid(),
      url: z.string(),
      event: z.enum(WEBHOOK_EVENTS),
      status: z.enum(['pending', 'delivered', 'failed']),
      /** False if the endpoint is disabled or deleted. Nothing can be sent to it then. */
      is_enabled: z.boolean(),
    }),
  ),
});
export type NotifyAttempts = z.infer<typeof dataSchema>;
export type EndpointPosts = NotifyAttempts['endpoints'][number];

/** What has notifications: the end of its work is posted to the merchant's servers. */
type Notified = 'orders' | 'payouts' | 'refunds';

const attemptsCall = (id: string, resource: Notified, record: string) =>
  defineCall({
    id,
    method: 'GET',
    path: `/${resource}/:id/notifications`,
    params: z.object({ id: z.string() }),
    data: dataSchema,
    summary: `List the attempts to deliver the result of ${record} to the merchant's servers`,
    access: { permission: `${resource}.show` },
    inBackground: true,
  });

export const orderNotifyAttempts = attemptsCall('orderNotifyAttempts', 'orders', 'an order');
export const payoutNotifyAttempts = attemptsCall('payoutNotifyAttempts', 'payouts', 'a payout');
export const refundNotifyAttempts = attemptsCall('refundNotifyAttempts', 'refunds', 'a refund');

const resendCall = (id: string, resource: Notified, record: string) =>
  defineCall({
    id,
    method: 'POST',
    path: `/${resource}/:id/notifications/:delivery/resend`,
    params: z.object({
      id: z.string(),
      delivery: z.string().meta({ description: 'ID of the delivery to a webhook endpoint, or `id` for `notify_url`' }),
    }),
    data: z.object({ id: z.string() }),
    summary: `Send one notification of ${record} again, with the contents that were sent before`,
    access: { permission: `${resource}.notify` },
    idempotencyKey: 'required',
  });

export const resendOrderNotification = resendCall('resendOrderNotification', 'orders', 'an order');
export const resendPayoutNotification = resendCall('resendPayoutNotification', 'payouts', 'a payout');
export const resendRefundNotification = resendCall('resendRefundNotification', 'refunds', 'a refund');
