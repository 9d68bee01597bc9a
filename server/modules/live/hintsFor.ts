import type { Session } from '#server/http/session.ts';
import type { Change } from './changeFeed.ts';

/** What a tenant's own table is listed as, where that is not its name. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  ledger_entries: ['ledgers'],
  adjustments: [],
};

/** The same for tenants above it, and for the platform. */
const ABOVE: Readonly<Record<string, readonly string[]>> = {
  orders: ['submerchant_orders', 'submerchant_stats'],
  payouts: ['submerchant_payouts', 'submerchant_stats'],
};

const ANY: Readonly<Record<string, readonly string[]>> = {
  deposits: ['deposit_reviews'],
  withdrawals: ['withdrawal_reviews'],
  adjustments: ['adjustments'],
};

const NOTIFICATIONS = 'notifications';

/** Names of resources whose lists show a change. */
export function shownAs({ resource, whose }: Change): readonly string[] {
  if (whose === 'own') return OWN[resource] ?? [resource];
  return (whose === 'below' ? ABOVE : ANY)[resource] ?? [];
}

/** The names that somebody is told, in their order: of what concerns them and they may read at this moment. */
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
  return [...names].filter((name) => name === NOTIFICATIONS || permissions.has(`${name}.list`)).toSorted();
}
