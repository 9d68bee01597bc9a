import { z } from 'zod';
import { defineCall } from './call.ts';

interface KindTraits {
  /** Whoever holds one of them may be told of it; absent: everybody. */
  permissions?: readonly string[];
  /** Tells of something that may be somebody else's doing, and so can't be done without. */
  isSecurity?: true;
}

/** What people are told of. */
export const NOTIFICATION_KINDS = {
  payment_request_waiting: { permissions: ['payment_requests.approve', 'payment_requests.reject'] },
  refund_waiting: { permissions: ['refunds.approve', 'refunds.reject'] },
  deposit_waiting: { permissions: ['deposit_reviews.pass', 'deposit_reviews.reject'] },
  withdrawal_waiting: { permissions: ['withdrawal_reviews.approve', 'withdrawal_reviews.reject'] },
  adjustment_waiting: { permissions: ['adjustments.approve'] },
  payment_request_decided: { permissions: ['payment_requests.create'] },
  refund_decided: { permissions: ['orders.refund'] },
  deposit_decided: { permissions: ['deposits.create'] },
  withdrawal_decided: { permissions: ['withdrawals.create'] },
  batch_failed: { permissions: ['batch_transfers.create', 'batch_transfers.submit'] },
  refund_failed: { permissions: ['orders.refund'] },
  statement_ready: { permissions: ['statements.show'] },
  sign_in: { isSecurity: true },
  key_changed: { permissions: ['base_info.regenerate_key'], isSecurity: true },
} as const satisfies Record<string, KindTraits>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const notificationKindSchema = z.enum([
  ...['payment_request_waiting', 'refund_waiting', 'deposit_waiting', 'withdrawal_waiting', 'adjustment_waiting'],
  ...['payment_request_decided', 'refund_decided', 'deposit_decided', 'withdrawal_decided', 'batch_failed'],
  ...['refund_failed', 'statement_ready', 'sign_in', 'key_changed'],
] as const satisfies readonly NotificationKind[]);

export const traitsOf = (kind: NotificationKind): KindTraits => NOTIFICATION_KINDS[kind];

export const notificationSchema = z.object({
  id: z.uuid(),
  kind: notificationKindSchema,
  /**
   * What its sentence says: `resource` and `record_id` of the record that it is about, `number`, `amount` in minor units
   * of `currency`, `status`, `reason`, `merchant`, `ip`, `user_agent`, the days `from` and
   * `to`; whichever its kind has. What waited and has been
   * decided has its `outcome` and the name of who decided `by`.
   */
  data: z.record(z.string(), z.string()),
  created_at: z.iso.datetime(),
  read_at: z.iso.datetime().nullable(),
});
export type NotificationData = z.infer<typeof notificationSchema>;

/** Rows of one answer. */
export const NOTIFICATIONS_AT_ONCE = 20;

export const notifications = defineCall({
  id: 'notifications',
  method: 'GET',
  path: '/notifications',
  access: 'session',
  summary: 'What the signed-in user has been told in the last 90 days, the newest first',
  query: z.object({ before: z.uuid().optional() }),
  data: z.object({ items: z.array(notificationSchema), has_more: z.boolean() }),
});

const unreadSchema = z.object({
  count: z.int(),
  /** Newest of those that are not read. */
  newest: notificationSchema.nullable(),
});
export type UnreadNotifications = z.infer<typeof unreadSchema>;

export const unreadNotifications = defineCall({
  id: 'unreadNotifications',
  method: 'GET',
  path: '/notifications/unread',
  access: 'session',
  summary: 'How many of these the signed-in user has not read',
  inBackground: true,
  data: unreadSchema,
});

export const readNotifications = defineCall({
  id: 'readNotifications',
  method: 'POST',
  path: '/notifications/read',
  access: 'session',
  summary: 'Mark one as read, or all up to one',
  body: z.union([z.strictObject({ id: z.uuid() }), z.strictObject({ up_to: z.uuid() })]),
  data: unreadSchema,
});
