import type { OwnIndexes } from '@merchant-console/declaration/check';
import type { SearchIndexes } from '#server/resources/SearchIndexes.ts';
import { SEARCH, searchedColumns } from './searchIndexes.ts';

/** Indexes of a money list: times, amounts and statuses. */
const money = (value: readonly string[], search: SearchIndexes): OwnIndexes => ({
  order: ['created_at', 'amount'],
  value: ['status', ...value],
  search: searchedColumns(search),
});
/** A money list whose records are sent to channels, and their results to merchants' servers. */
const trade = (value: readonly string[], search: SearchIndexes) =>
  money(['notify_status', 'error_code', ...value], search);
/** Lists that join the rows of all tenants, though every index begins with the tenant; see `tenantsSource` for others. */
const ofAllTenants: OwnIndexes = { value: ['tenant_id'] };
/** Filters by sub-merchant are looked up per merchant. */
const ofSubmerchants = (search: SearchIndexes): OwnIndexes => ({
  value: ['branch_id', 'submerchant_id'],
  search: searchedColumns(search),
});

/**
 * Indexes of the modules' tables, by resource. The checker warns of declarations that filter, search or sort by
 * anything else, which would read all records.
 */
export const OWN_INDEXES: Readonly<Record<string, OwnIndexes>> = {
  adjustments: ofAllTenants,
  api_calls: { order: ['created_at'], value: ['call', 'result', 'error'], search: searchedColumns(SEARCH.api_calls) },
  audit_logs: { order: ['created_at'], value: ['actor_id', 'action', 'resource', 'record_id'] },
  bankcards: { order: ['created_at'], value: ['status'], search: searchedColumns(SEARCH.bankcards) },
  batch_transfer_items: {
    order: ['line_no'],
    value: ['batch_id', 'status'],
    search: searchedColumns(SEARCH.batch_transfer_items),
  },
  batch_transfers: { order: ['created_at'], value: ['status'], search: searchedColumns(SEARCH.batch_transfers) },
  channels: { order: ['code'] },
  deposit_reviews: ofAllTenants,
  deposits: money(['channel_id'], SEARCH.deposits),
  ledgers: {
    order: ['created_at'],
    value: ['currency', 'business_order_no'],
    search: searchedColumns(SEARCH.ledgers),
  },
  menus: {},
  merchant_rates: ofAllTenants,
  merchant_sessions: { order: ['created_at'], value: ['tenant_id', 'user_id'] },
  merchant_users: {
    order: ['username', 'created_at'],
    value: ['tenant_id', 'status'],
    search: searchedColumns(SEARCH.users),
  },
  merchants: {},
  operator_requests: { order: ['created_at'] },
  orders: trade(['channel_id'], SEARCH.orders),
  payees: { order: ['created_at'], value: ['status'], search: searchedColumns(SEARCH.payees) },
  payment_requests: money(['channel_id', 'creator_id', 'payee_id'], SEARCH.payment_requests),
  payment_rules: {},
  payouts: trade(['channel_id', 'batch_id', 'source'], SEARCH.payouts),
  platform_channels: { order: ['code'] },
  platform_limits: { order: ['currency'] },
  platform_orders: trade(['tenant_id'], SEARCH.orders),
  platform_payouts: trade(['tenant_id', 'source'], SEARCH.payouts),
  platform_refunds: trade(['tenant_id', 'order_id', 'source'], SEARCH.refunds),
  platform_settings: {},
  refunds: trade(['channel_id', 'order_id', 'creator_id', 'source'], SEARCH.refunds),
  signing_keys: {},
  roles: { order: ['name', 'created_at'], search: searchedColumns(SEARCH.roles) },
  sessions: { order: ['created_at'], value: ['user_id'] },
  submerchant_orders: ofSubmerchants(SEARCH.orders),
  submerchant_payouts: ofSubmerchants(SEARCH.payouts),
  submerchant_refunds: {
    value: ['branch_id', 'submerchant_id', 'order_id'],
    search: searchedColumns(SEARCH.refunds),
  },
  submerchant_stats: ofSubmerchants({}),
  submerchants: {},
  users: { order: ['username', 'created_at'], value: ['status'], search: searchedColumns(SEARCH.users) },
  webhook_endpoints: {},
  webhook_notifications: { order: ['created_at'], value: ['status', 'order_type', 'endpoint_id'] },
  withdrawal_reviews: ofAllTenants,
  withdrawals: money(['bankcard_id'], SEARCH.withdrawals),
};
