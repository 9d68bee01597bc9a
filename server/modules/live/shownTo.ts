import { ANYTHING } from '#server/db/longTransactions.ts';
import type { Change } from './changeFeed.ts';

/** Resources that list a table, where the tenant's own rows have another resource name, or several. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  orders: ['orders', 'webhook_notifications'],
  payouts: ['payouts', 'webhook_notifications'],
  refunds: ['refunds', 'webhook_notifications'],
  webhook_deliveries: ['webhook_notifications'],
  ledger_entries: ['ledgers'],
  adjustments: [],
};

/** Resources that list a table for tenants above it, and for the platform. */
const ABOVE: Readonly<Record<string, readonly string[]>> = {
  orders: ['submerchant_orders', 'submerchant_stats'],
  payouts: ['submerchant_payouts', 'submerchant_stats'],
  refunds: ['submerchant_refunds', 'submerchant_stats'],
};

const ANY: Readonly<Record<string, readonly string[]>> = {
  deposits: ['deposit_reviews'],
  withdrawals: ['withdrawal_reviews'],
  adjustments: ['adjustments'],
  orders: ['platform_orders'],
  payouts: ['platform_payouts'],
  refunds: ['platform_refunds'],
};

/** Users' own rows, which need no permission. */
const OWN_ROWS: readonly string[] = ['notifications', 'tasks'];

export interface Reader {
  merchantId: string;
  userId: string;
}

/** Names of the lists that show a change to a user, whether or not the user may read them. */
export function shownTo(reader: Reader, change: Pick<Change, 'merchantId' | 'resource' | 'userId' | 'whose'>) {
  // A row of the platform, which readers of the platform find as their own, too.
  if (change.resource === ANYTHING) return change.whose === 'any' ? [ANYTHING] : [];
  if (change.merchantId !== reader.merchantId) return [];
  if (change.userId !== null && change.userId !== reader.userId) return [];
  if (change.whose === 'own') return OWN[change.resource] ?? [change.resource];
  return (change.whose === 'below' ? ABOVE : ANY)[change.resource] ?? [];
}

/** True if a user with these permissions may read the list. */
export function mayList(permissions: ReadonlySet<string>, name: string): boolean {
  return OWN_ROWS.includes(name) || permissions.has(`${name}.list`);
}
