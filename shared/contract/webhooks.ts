/** Events by the status that a record has ended with. */
export const EVENTS = {
  orders: {
    success: 'order_paid',
    failed: 'order_failed',
    /** Not paid in time. */
    closed: 'order_closed',
  },
  payouts: { success: 'payout_paid', failed: 'payout_failed' },
  refunds: {
    success: 'refund_paid',
    failed: 'refund_failed',
    /** Asked for by the merchant's server and rejected by a user. */
    rejected: 'refund_rejected',
    cancelled: 'refund_cancelled',
  },
} as const;

/** Events that are posted to webhook endpoints: all but those that the merchant has made itself. */
export const WEBHOOK_EVENTS = [
  ...Object.values(EVENTS.orders),
  ...Object.values(EVENTS.payouts),
  EVENTS.refunds.success,
  EVENTS.refunds.failed,
  EVENTS.refunds.rejected,
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** True for those events, false for events of stored records such as `tickets.create`. */
export function isWebhookEvent(event: string): event is WebhookEvent {
  return WEBHOOK_EVENTS.some((one) => one === event);
}

/** Maximum number of a merchant's endpoints, for each side. */
export const MOST_ENDPOINTS = 10;
