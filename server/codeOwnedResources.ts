import type { Resource } from '#shared/declaration/resource.ts';
import type { TenantType } from './access/entitlements.ts';
import type { Cipher } from './crypto/dataKey.ts';
import { revealAccount } from './modules/accounts/revealAccount.ts';
import { auditLogsBackend } from './modules/auditLogs/auditLogsBackend.ts';
import { bankcardsBackend } from './modules/bankcards/bankcardsBackend.ts';
import { menusBackend } from './modules/menus/menusBackend.ts';
import type { MenusBackendOptions } from './modules/menus/MenusBackendOptions.ts';
import { ordersSource } from './modules/orders/orders.ts';
import { merchantsActions } from './modules/platform/merchants.ts';
import { platformWriters } from './modules/platform/platformWriters.ts';
import { rolesBackend } from './modules/roles/rolesBackend.ts';
import { sessionsBackend } from './modules/sessions/sessionsBackend.ts';
import { dailySource } from './modules/submerchants/statistics/dailySource.ts';
import { submerchantsBackend } from './modules/submerchants/submerchantsBackend.ts';
import { withBranches } from './modules/submerchants/withBranches.ts';
import { usersBackend } from './modules/users/usersBackend.ts';
import { viewSources } from './modules/views/viewSources.ts';
import { moneyActions } from './moneyActions.ts';
import type { NotifyRules } from './network/notifyUrl.ts';
import type { RecordSource, RecordWriter } from './resources/RecordSource.ts';
import type { Actions, ResourceBackend } from './resources/ResourceBackend.ts';

export interface CodeOwnedMeans extends MenusBackendOptions, NotifyRules {
  cipher: Cipher;
  /** All that users of a kind of tenant can be allowed to do now. */
  entitledTo: (type: TenantType) => readonly string[];
  sessionIdleMinutes: number;
  /** A resource in use now. */
  resourceNamed: (name: string) => Resource | undefined;
}

/** Views that can be narrowed to a sub-merchant and all below it. */
const BRANCHED: ReadonlySet<string> = new Set(['submerchant_orders', 'submerchant_payouts']);

/** Resources whose records are kept by code. Each needs its file in the resources folder to be seen. */
export async function codeOwnedResources(options: CodeOwnedMeans): Promise<ReadonlyMap<string, ResourceBackend>> {
  const { actions: cardActions, writer: cardWriter } = bankcardsBackend(options);
  const { actions: roleActions, writer: roleWriter } = rolesBackend(options);
  const actions: Readonly<Record<string, Actions>> = {
    ...moneyActions(options),
    bankcards: cardActions,
    merchants: merchantsActions(options),
    roles: roleActions,
  };
  const writers: Readonly<Record<string, Partial<RecordWriter>>> = {
    ...platformWriters(options),
    bankcards: cardWriter,
    roles: roleWriter,
  };
  const views = await viewSources(options.db);
  const people = (name: string, source: RecordSource) => {
    if (name === 'users') return usersBackend(options, source);
    if (name === 'submerchants') return { source, ...submerchantsBackend(options) };
    if (name === 'audit_logs') return auditLogsBackend(source, options.resourceNamed);
    if (BRANCHED.has(name)) return { source: withBranches(options.db, source) };
    return name === 'sessions' ? sessionsBackend(options, source) : null;
  };
  return new Map<string, ResourceBackend>([
    ['orders', { source: ordersSource(options.db), ...(actions['orders'] && { actions: actions['orders'] }) }],
    ['submerchant_stats', { source: withBranches(options.db, dailySource(options.db)) }],
    ['menus', menusBackend(options)],
    ...views.map(([name, source]): [string, ResourceBackend] => [
      name,
      people(name, source) ?? {
        ...{ source, ...(actions[name] ? { actions: actions[name] } : {}) },
        writer: { ...writers[name], ...revealing(options, name) },
      },
    ]),
  ]);
}

function revealing(...asked: Parameters<typeof revealAccount>): Pick<RecordWriter, 'reveal'> | null {
  const reveal = revealAccount(...asked);
  return reveal ? { reveal } : null;
}
