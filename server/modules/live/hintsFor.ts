import type { Session } from '#server/http/session.ts';
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

/** Resources whose lists show a change. */
function shownAs({ resource, whose }: Change): readonly string[] {
  if (whose === 'own') return OWN[resource] ?? [resource];
  return (whose === 'below' ? ABOVE : ANY)[resource] ?? [];
}

/** Sorted names of the resources to refresh: those that concern the user and that the user may list now. */
export function hintsFor(
  { merchantId, userId, permissions }: Pick<Session, 'merchantId' | 'userId' | 'permissions'>,
  changes: Iterable<Change>,
): string[] {
  const names = new Set<string>();
  for (const change of changes) {
    if (change.merchantId !== merchantId) continue;
    if (change.userId !== null && change.userId !== userId) continue;
    for (const name of shownAs(change)) names.add(name);
  }
  return [...names].filter((name) => OWN_ROWS.includes(name) || permissions.has(`${name}.list`)).toSorted();
}
