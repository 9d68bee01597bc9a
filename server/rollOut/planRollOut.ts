import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { addressOf } from '#shared/menus/menuAddress.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { rolledOutNames, tenantsToChange, tenantState } from './createRollOut.ts';
import { tenantChanges, type TenantState } from './tenantChanges.ts';
import { type FolderState, wantedRollOut } from './wantedRollOut.ts';

/** What a resource would change in menus and roles. */
export interface PlannedRollOut {
  name: string;
  steps: PlannedChange[];
}

/** One change of the tenants with these numbers. `absent` and `blocked` say what isn't possible. */
export type PlannedChange = { merchants: string[] } & (
  | { change: 'show' | 'move' | 'hide'; address: string }
  | { change: 'blocked' }
  | { change: 'grant' | 'revoke'; role: string; permission: string }
  | { change: 'absent'; role: string }
  | { change: 'keep'; permission: string }
);

/** Compares the folder with all tenants. Changes nothing. Empty before the server has created the tables for it. */
export async function planRollOut(db: DbOrTx, folder: FolderState, now: Date): Promise<PlannedRollOut[]> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('roll_outs') is not null as found`.execute(db);
  if (rows[0]?.found !== true) return [];
  const wantedOf = wantedRollOut(folder, await rolledOutNames(db));
  const planned = new Map<string, Map<string, PlannedChange>>();
  const add = (name: string, number: string, change: PlannedChange) => {
    const steps = planned.get(name) ?? new Map<string, PlannedChange>();
    planned.set(name, steps);
    const key = JSON.stringify(change);
    const known = steps.get(key) ?? change;
    known.merchants.push(number);
    steps.set(key, known);
  };
  const making = { at: now, newId: () => uuidv7() };
  for (const { merchantId, merchantNo, type } of await tenantsToChange(db, folder, wantedOf)) {
    const state = await tenantState(db, merchantId);
    const changes = tenantChanges(state, wantedOf({ merchantNo, type }), making);
    const after = [...state.menu.filter(({ id }) => !changes.entries.some(({ row }) => row.id === id)), ...changes.entries.map(({ row }) => row)]; // prettier-ignore
    for (const { name, row, isNew } of changes.entries) {
      add(name, merchantNo, { change: isNew ? 'show' : 'move', address: addressOf(row, after), merchants: [] });
    }
    for (const { name, row } of changes.removed) {
      add(name, merchantNo, { change: 'hide', address: addressOf(row, state.menu), merchants: [] });
    }
    for (const name of changes.blocked) add(name, merchantNo, { change: 'blocked', merchants: [] });
    for (const { name, roleId, permission } of changes.granted) {
      add(name, merchantNo, { change: 'grant', role: roleName(state, roleId), permission, merchants: [] });
    }
    for (const { name, roleId, permission } of changes.revoked) {
      add(name, merchantNo, { change: 'revoke', role: roleName(state, roleId), permission, merchants: [] });
    }
    for (const { name, role } of changes.unknownRoles) {
      const isSaid = [...(planned.get(name)?.values() ?? [])].some(
        (one) => one.change === 'absent' && one.role === role && one.merchants.includes(merchantNo),
      );
      if (!isSaid) add(name, merchantNo, { change: 'absent', role, merchants: [] });
    }
  }
  const known = new Set([...folder.resources.map(({ name }) => name), ...folder.undecided]);
  const kept = await sql<{ resource: string; permission: string; numbers: string[] }>`
    select g.resource, g.permission, array_agg(distinct m.merchant_no order by m.merchant_no) as numbers
    from rolled_out_grants g join merchants m on m.merchant_id = g.merchant_id
    where g.is_added group by g.resource, g.permission order by g.resource, g.permission`.execute(db);
  for (const { resource, permission, numbers } of kept.rows.filter((row) => !known.has(row.resource))) {
    for (const number of numbers) add(resource, number, { change: 'keep', permission, merchants: [] });
  }
  const inOrder = (steps: Iterable<PlannedChange>) =>
    [...steps].toSorted((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change));
  return [...planned].map(([name, steps]) => ({ name, steps: inOrder(steps.values()) }));
}

const ORDER = ['show', 'move', 'hide', 'blocked', 'grant', 'revoke', 'absent', 'keep'];

function roleName({ roles }: TenantState, roleId: string): string {
  return roles.find(({ id }) => id === roleId)?.name ?? '';
}
