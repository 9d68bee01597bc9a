import type { OwnIndexes } from '@merchant-console/declaration/check';

/** Indexes of a money list: times, amounts and statuses. */
const money = (value: readonly string[], prefix: readonly string[]): OwnIndexes => ({
  order: ['created_at', 'amount'],
  value: ['status', ...value],
  prefix,
});
/** A money list whose records are sent to channels, and their results to merchants' servers. */
const trade = (value: readonly string[], prefix: readonly string[]) =>
  money(['notify_status', 'error_code', ...value], prefix);
const ORDER_NUMBERS = ['order_no', 'merchant_order_no', 'channel_order_no'];
/** Lists that join the rows of all tenants, though every index begins with the tenant; see `tenantsSource` for others. */
const ofAllTenants: OwnIndexes = { value: ['tenant_id'] };
/** Filters by sub-merchant are looked up per merchant. */
const ofSubmerchants = (prefix: readonly string[]): OwnIndexes => ({ value: ['branch_id', 'submerchant_id'], prefix });

/**
 * Indexes of the modules' tables, by resource. The checker warns of declarations that filter, search or sort by
 * anything else, which would read all records.
 */
export const OWN_INDEXES: Readonly<Record<string, OwnIndexes>> = {
  adjustments: ofAllTenants,
  api_calls: { order: ['created_at'], value: ['call', 'result', 'error'], prefix: ['order_no'] },
  audit_logs: { order: ['created_at'], value: ['actor_id', 'action', 'resource', 'record_id'] },
  bankcards: { order: ['created_at'], value: ['status'], prefix: ['name', 'bank_name'] },
  batch_transfer_items: { order: ['line_no'], value: ['batch_id', 'status'], prefix: ['payee_name'] },
  batch_transfers: { order: ['created_at'], value: ['status'], prefix: ['batch_no'] },
  channels: { order: ['code'] },
  deposit_reviews: ofAllTenants,
  deposits: money(['channel_id'], ['deposit_no', 'payer_name']),
  ledgers: {
    order: ['created_at'],
    value: ['currency', 'business_order_no'],
    prefix: ['serial_no', 'business_order_no'],
  },
  menus: {},
  merchant_rates: ofAllTenants,
  merchant_sessions: { order: ['created_at'], value: ['tenant_id', 'user_id'] },
  merchant_users: {
    order: ['username', 'created_at'],
    value: ['tenant_id', 'status'],
    prefix: ['username', 'real_name'],
  },
  merchants: {},
  operator_requests: { order: ['created_at'] },
  orders: trade(['channel_id'], [...ORDER_NUMBERS, 'payer_name']),
  payees: { order: ['created_at'], value: ['status'], prefix: ['name', 'bank_name'] },
  payment_requests: money(['channel_id', 'creator_id', 'payee_id'], ['request_no', 'payee_name']),
  payment_rules: {},
  payouts: trade(['channel_id', 'batch_id', 'source'], [...ORDER_NUMBERS, 'payee_name']),
  platform_channels: { order: ['code'] },
  platform_limits: { order: ['currency'] },
  platform_orders: trade(['tenant_id'], [...ORDER_NUMBERS, 'payer_name']),
  platform_payouts: trade(['tenant_id', 'source'], [...ORDER_NUMBERS, 'payee_name']),
  platform_refunds: trade(
    ['tenant_id', 'order_id', 'source'],
    ['refund_no', 'merchant_refund_no', 'order_no', 'channel_refund_no'],
  ),
  platform_settings: {},
  refunds: trade(
    ['channel_id', 'order_id', 'creator_id', 'source'],
    ['refund_no', 'merchant_refund_no', 'order_no', 'channel_refund_no'],
  ),
  signing_keys: {},
  roles: { order: ['name', 'created_at'], prefix: ['name'] },
  sessions: { order: ['created_at'], value: ['user_id'] },
  submerchant_orders: ofSubmerchants([...ORDER_NUMBERS, 'payer_name']),
  submerchant_payouts: ofSubmerchants([...ORDER_NUMBERS, 'payee_name']),
  submerchant_refunds: {
    value: ['branch_id', 'submerchant_id', 'order_id'],
    prefix: ['refund_no', 'merchant_refund_no', 'order_no', 'channel_refund_no'],
  },
  submerchant_stats: ofSubmerchants([]),
  submerchants: {},
  users: { order: ['username', 'created_at'], value: ['status'], prefix: ['username', 'real_name'] },
  webhook_endpoints: {},
  webhook_notifications: { order: ['created_at'], value: ['status', 'order_type', 'endpoint_id'] },
  withdrawal_reviews: ofAllTenants,
  withdrawals: money(['bankcard_id'], ['withdrawal_no', 'card_holder']),
};
