import { z } from 'zod';
import { defineCall } from './call.ts';

interface KindTraits {
  /** Users with any of these permissions can receive it. Default: all users. */
  permissions?: readonly string[];
  /** True if they need all of them. */
  needsAll?: true;
  /** True for an event that may be the act of an intruder. Users can't turn these off. */
  isSecurity?: true;
}

export const notificationKindSchema = z.enum([
  'payment_request_waiting',
  'refund_waiting',
  'deposit_waiting',
  'withdrawal_waiting',
  'adjustment_waiting',
  'operator_request_waiting',
  'payment_request_decided',
  'refund_decided',
  'deposit_decided',
  'withdrawal_decided',
  'batch_failed',
  'refund_failed',
  'statement_ready',
  'export_ended',
  'import_ended',
  'sign_in',
  'sign_in_locked',
  'key_changed',
  'power_gained',
  'settings_changed',
  'key_waiting',
  'key_without_limit',
  'webhook_endpoint_changed',
]);
export type NotificationKind = z.infer<typeof notificationKindSchema>;

const TRAITS: Readonly<Record<NotificationKind, KindTraits>> = {
  payment_request_waiting: { permissions: ['payment_requests.approve', 'payment_requests.reject'] },
  refund_waiting: { permissions: ['refunds.approve', 'refunds.reject'] },
  deposit_waiting: { permissions: ['deposit_reviews.pass', 'deposit_reviews.reject'] },
  withdrawal_waiting: { permissions: ['withdrawal_reviews.approve', 'withdrawal_reviews.reject'] },
  adjustment_waiting: { permissions: ['adjustments.approve'] },
  operator_request_waiting: { permissions: ['operator_requests.approve', 'operator_requests.reject'] },
  payment_request_decided: { permissions: ['payment_requests.create'] },
  refund_decided: { permissions: ['orders.refund'] },
  deposit_decided: { permissions: ['deposits.create'] },
  withdrawal_decided: { permissions: ['withdrawals.create'] },
  batch_failed: { permissions: ['batch_transfers.create', 'batch_transfers.submit'] },
  refund_failed: { permissions: ['orders.refund'] },
  statement_ready: { permissions: ['statements.show'] },
  export_ended: {},
  import_ended: {},
  sign_in: { isSecurity: true },
  sign_in_locked: { isSecurity: true },
  key_changed: { permissions: ['base_info.regenerate_key'], isSecurity: true },
  // Only owners receive it.
  power_gained: { permissions: ['users.edit'], isSecurity: true },
  settings_changed: { permissions: ['payment_rules.edit'], isSecurity: true },
  key_waiting: { permissions: ['base_info.regenerate_key', 'payment_requests.approve'], needsAll: true },
  key_without_limit: { permissions: ['base_info.regenerate_key'] },
  webhook_endpoint_changed: { permissions: ['webhook_endpoints.edit'], isSecurity: true },
};

export const traitsOf = (kind: NotificationKind): KindTraits => TRAITS[kind];

const notificationSchema = z.object({
  id: z.uuid(),
  kind: notificationKindSchema,
  /**
   * Data of the notification's text: `resource` and `record_id` of the record, `number`, `amount` in minor units of
   * `currency`, `status`, `reason`, `merchant`, `ip`, `user_agent`, and the days `from` and `to`, as far as the kind
   * has them. A decided request has its `outcome`, and in `by` the name of the user who decided it. An export has its
   * `task_id`, the `title` of its list in the language of the request, and the time `kept_until`. An import has its
   * `import_id`, the name of its `file` and what became of it as `status`. Changed settings have
   * the name of the user or the platform in `by`, and in `changes` an array of `source`, `before` and `after`, as JSON.
   * A lock of sign-ins has its end, `until`, and as `status` what is locked: one `origin`, or the `username` for unknown origins.
   */
  data: z.record(z.string(), z.string()),
  created_at: z.iso.datetime(),
  read_at: z.iso.datetime().nullable(),
});
/** Changed settings, in `changes` of a notification's data. Amounts are in minor units, as digits. */
const settingSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const changedSettingsSchema = z.array(
  z.object({ source: z.string(), before: settingSchema, after: settingSchema }),
);

export type NotificationData = z.infer<typeof notificationSchema>;

/** Notifications per response. */
export const NOTIFICATIONS_AT_ONCE = 20;

export const notifications = defineCall({
  id: 'notifications',
  method: 'GET',
  path: '/notifications',
  access: 'session',
  summary: "List the signed-in user's notifications of the last 90 days, newest first",
  query: z.object({ before: z.uuid().optional() }),
  data: z.object({ items: z.array(notificationSchema), has_more: z.boolean() }),
});

const unreadSchema = z.object({
  count: z.int(),
  /** The newest unread notification, or null. */
  newest: notificationSchema.nullable(),
});
export type UnreadNotifications = z.infer<typeof unreadSchema>;

export const unreadNotifications = defineCall({
  id: 'unreadNotifications',
  method: 'GET',
  path: '/notifications/unread',
  access: 'session',
  summary: "Count the signed-in user's unread notifications",
  inBackground: true,
  data: unreadSchema,
});

export const readNotifications = defineCall({
  id: 'readNotifications',
  method: 'POST',
  path: '/notifications/read',
  access: 'session',
  summary: 'Mark one notification as read, or all up to one',
  body: z.union([z.strictObject({ id: z.uuid() }), z.strictObject({ up_to: z.uuid() })]),
  data: unreadSchema,
});
