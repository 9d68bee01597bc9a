/** Events that are posted to webhook endpoints. */
export const WEBHOOK_EVENTS = [
  'order_paid',
  'order_failed',
  /** Not paid in time. */
  'order_closed',
  'payout_paid',
  'payout_failed',
  'refund_paid',
  'refund_failed',
  /** Asked for by the merchant's server and rejected by a user. */
  'refund_rejected',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Maximum number of a merchant's endpoints, for each side. */
export const MOST_ENDPOINTS = 10;
