import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { foldedName, merchantsIn, rollOutOf } from '@merchant-console/declaration';
import { changeGrants } from '#server/access/changeGrants.ts';
import type { NamedTenant } from '#server/access/entitlements.ts';
import { recordAudits, systemActor } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { lockTenant, PLATFORM_ID } from '#server/db/tenants.ts';
import { type MenuRow, tenantChanges, type TenantChanges, type TenantState } from './tenantChanges.ts';
import { type FolderState, type Wanted, type WantedOf, wantedRollOut } from './wantedRollOut.ts';

/** Something that a file wants of tenants and that isn't possible; IDs as those of problems. */
export interface RollOutFinding {
  name: string;
  id: 'S213' | 'S214' | 'S215';
  path: (string | number)[];
  args: Record<string, string | number>;
}

/** Brings menus and roles of tenants in line with the declarations. */
export interface RollOut {
  /** Follows a new state of the folder. @returns what wasn't possible */
  follow(state: FolderState): Promise<RollOutFinding[]>;
  /** Gives a new tenant what the last followed state wants, in the transaction that creates it. */
  begin(tx: Tx, tenant: Tenant): Promise<void>;
}

/**
 * Each tenant is changed in a transaction of its own that locks the tenant, as users' changes of menus and roles do.
 * Several servers may work at once: the second finds the tenant done.
 */
export function createRollOut({ db, clock }: { db: Db; clock: Clock }): RollOut {
  let folder: FolderState = { resources: [], undecided: [] };
  let queue: Promise<unknown> = Promise.resolve();

  async function apply(): Promise<RollOutFinding[]> {
    const wantedOf = wantedRollOut(folder, await rememberNames(db, folder, clock.now()));
    const blocked = new Map<string, { tenants: number; number: string }>();
    for (const tenant of await tenantsToChange(db.kysely, folder, wantedOf)) {
      const changes = await db.transaction((tx) => changeTenant(tx, tenant, wantedOf(tenant), clock.now()));
      for (const name of changes?.blocked ?? []) {
        const { tenants = 0, number = tenant.merchantNo } = blocked.get(name) ?? {};
        blocked.set(name, { tenants: tenants + 1, number });
      }
    }
    return findingsOf(db.kysely, folder, blocked);
  }

  return {
    follow(state) {
      folder = state;
      const turn = queue.then(apply);
      queue = turn.catch(() => {});
      return turn;
    },
    async begin(tx, tenant) {
      const wantedOf = wantedRollOut(folder, await rolledOutNames(tx));
      await changeTenant(tx, tenant, wantedOf(tenant), clock.now());
    },
  };
}

const NAMES = 'rolled_out:';

/** Adds the names of resources that add something to those that ever did. @returns all of them */
async function rememberNames(db: Db, { resources }: FolderState, now: Date): Promise<string[]> {
  const known = await rolledOutNames(db.kysely);
  const added = resources.filter((one) => rollOutOf(one) && !known.includes(one.name)).map(({ name }) => name);
  const rows = added.map((name) => ({
    merchant_id: PLATFORM_ID,
    name: `${NAMES}${name}`,
    value: true,
    updated_at: now,
  }));
  await insertRows(db.kysely, 'settings', rows, sql`on conflict (merchant_id, name) do nothing`);
  return [...known, ...added];
}

/** Names of all resources that have ever added something to a tenant. */
export async function rolledOutNames(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from settings where merchant_id = ${PLATFORM_ID} and starts_with(name, ${NAMES})`.execute(db);
  return rows.map(({ name }) => name.slice(NAMES.length));
}

interface Tenant extends NamedTenant {
  merchantId: string;
}

/** The tenants that aren't in line with the folder. A read over all tenants without locks. */
export async function tenantsToChange(db: DbOrTx, { resources }: FolderState, wantedOf: WantedOf): Promise<Tenant[]> {
  const numbers = [...new Set(resources.flatMap(merchantsIn))];
  const named = numbers.map((merchantNo) => [merchantNo, wantedOf({ merchantNo, type: 'merchant' }).digest] as const);
  const others = (['merchant', 'platform'] as const).map((type) => wantedOf({ merchantNo: '', type }).digest);
  const [merchants, platform] = others;
  const { rows } = await sql<Tenant>`
    select m.merchant_id as "merchantId", m.merchant_no as "merchantNo", m.type from merchants m
    left join roll_outs done on done.merchant_id = m.merchant_id
    where m.type in ('merchant', 'platform') and coalesce(done.digest, '') <> coalesce(
      ${JSON.stringify(Object.fromEntries(named))}::json ->> m.merchant_no,
      case m.type when 'platform' then ${platform} else ${merchants} end)
    order by m.merchant_no`.execute(db);
  return rows;
}

/** @returns null if another server has done it */
async function changeTenant(tx: Tx, tenant: Tenant, wanted: Wanted, at: Date): Promise<TenantChanges | null> {
  const { merchantId } = tenant;
  await lockTenant(tx, merchantId);
  const done = tx.selectFrom('roll_outs').where('merchant_id', '=', merchantId).select('digest');
  if (((await done.executeTakeFirst())?.digest ?? '') === wanted.digest) return null;
  const state = await tenantState(tx, merchantId);
  const changes = tenantChanges(state, wanted, { at, newId: () => uuidv7({ msecs: at.getTime() }) });
  await writeMenu(tx, changes);
  await writeGrants(tx, state, changes, at);
  await remember(tx, merchantId, changes);
  // Menus that have no place for a page are tried again.
  const digest = changes.blocked.length > 0 ? `blocked ${wanted.digest}` : wanted.digest;
  const onConflict = sql`on conflict (merchant_id) do update set digest = excluded.digest, updated_at = excluded.updated_at`;
  await insertRows(tx, 'roll_outs', [{ merchant_id: merchantId, digest, updated_at: at }], onConflict);
  await recordAudits(tx, auditOf(state, changes, at));
  return changes;
}

/** What a tenant has now. Locks nothing. */
export async function tenantState(db: DbOrTx, merchantId: string): Promise<TenantState> {
  const menu = await db.selectFrom('menus').where('merchant_id', '=', merchantId).selectAll().orderBy('id').execute();
  const roles = await db.selectFrom('roles').where('merchant_id', '=', merchantId).selectAll().orderBy('id').execute();
  const held = await db.selectFrom('role_permissions').where('merchant_id', '=', merchantId).selectAll().execute();
  const pages = await db.selectFrom('rolled_out_pages').where('merchant_id', '=', merchantId).selectAll().execute();
  const grants = await db.selectFrom('rolled_out_grants').where('merchant_id', '=', merchantId).selectAll().execute();
  const permissionsOf = (id: string) => held.flatMap((one) => (one.role_id === id ? [one.permission] : []));
  return {
    merchantId,
    menu,
    roles: roles.map(({ id, name, is_owner, revision }) => ({
      ...{ id, name, revision },
      isOwner: is_owner,
      permissions: permissionsOf(id),
    })),
    pages,
    grants,
  };
}

async function writeMenu(tx: Tx, { entries, removed }: TenantChanges): Promise<void> {
  for (const { row, isNew } of entries) {
    const values = { ...row, title: JSON.stringify(row.title) };
    const { merchant_id, id, ...columns } = values;
    if (isNew) await tx.insertInto('menus').values(values).execute();
    else
      await tx.updateTable('menus').set(columns).where('merchant_id', '=', merchant_id).where('id', '=', id).execute();
  }
  for (const { row } of removed) {
    await tx.deleteFrom('menus').where('merchant_id', '=', row.merchant_id).where('id', '=', row.id).execute();
  }
}

async function writeGrants(
  tx: Tx,
  { merchantId, roles }: TenantState,
  changes: TenantChanges,
  at: Date,
): Promise<void> {
  for (const id of changedRoles(changes)) {
    const role = roles.find((one) => one.id === id);
    if (!role) throw new Error('unreachable: changes are those of known roles');
    const ofRole = (list: TenantChanges['granted']) => [
      ...new Set(list.flatMap(({ roleId, permission }) => (roleId === id ? [permission] : []))),
    ];
    const { revision } = role;
    const [added, removed] = [ofRole(changes.granted), ofRole(changes.revoked)];
    await changeGrants(tx, { merchant_id: merchantId, id, revision }, { added, removed, at });
  }
}

async function remember(tx: Tx, merchantId: string, changes: TenantChanges): Promise<void> {
  for (const { page } of changes.forgottenPages) {
    await tx.deleteFrom('rolled_out_pages').where('merchant_id', '=', merchantId).where('page', '=', page).execute();
  }
  for (const { resource, role, permission } of changes.forgottenGrants) {
    await tx
      .deleteFrom('rolled_out_grants')
      .where('merchant_id', '=', merchantId)
      .where('resource', '=', resource)
      .where('role', '=', role)
      .where('permission', '=', permission)
      .execute();
  }
  await insertRows(tx, 'rolled_out_pages', changes.addedPages);
  await insertRows(tx, 'rolled_out_grants', changes.addedGrants);
}

const changedRoles = ({ granted, revoked }: Pick<TenantChanges, 'granted' | 'revoked'>) => [
  ...new Set([...granted, ...revoked].map(({ roleId }) => roleId)),
];

/** Entries of the tenant's log, with the file as the actor. */
function auditOf({ merchantId, roles }: TenantState, changes: TenantChanges, at: Date) {
  const actor = (name: string) => ({ ...systemActor(merchantId), name: `${name}.json` });
  const shown = ({ title, url_name, component_path, parent_id, icon }: MenuRow) => ({
    title,
    url_name,
    component_path,
    parent_id,
    icon,
  });
  const menu = [
    ...changes.removed.map(({ name, row }) => ({ name, action: 'menus.delete', row, sides: { before: shown(row) } })),
    ...changes.entries.map(({ name, row, isNew }) => ({
      name,
      action: isNew ? 'menus.create' : 'menus.edit',
      row,
      sides: { after: shown(row) },
    })),
  ].map(({ name, action, row, sides }) => ({ actor: actor(name), action, recordId: row.id, at, ...sides }));
  const permissions = changedRoles(changes).map((id) => {
    const before = roles.find((role) => role.id === id)?.permissions ?? [];
    const ofRole = <T extends { roleId: string }>(list: readonly T[]) => list.filter(({ roleId }) => roleId === id);
    const [added, lost] = [ofRole(changes.granted), ofRole(changes.revoked)];
    const after = [...before.filter((key) => !lost.some(({ permission }) => permission === key)), ...added.map(({ permission }) => permission)]; // prettier-ignore
    const files = [...new Set([...added, ...lost].map(({ name }) => `${name}.json`))].join(', ');
    return {
      actor: { ...systemActor(merchantId), name: files },
      action: 'roles.permissions',
      recordId: id,
      at,
      before: { permissions: before.toSorted() },
      after: { permissions: after.toSorted() },
    };
  });
  return [...menu, ...permissions];
}

async function findingsOf(
  db: DbOrTx,
  { resources }: FolderState,
  blocked: ReadonlyMap<string, { tenants: number; number: string }>,
): Promise<RollOutFinding[]> {
  const adding = resources.flatMap((resource) => {
    const added = rollOutOf(resource);
    return added ? [{ ...added, name: resource.name }] : [];
  });
  const numbers = resources.flatMap(merchantsIn);
  if (adding.length + numbers.length === 0) return [];
  const merchants = await sql<{ merchant_no: string }>`
    select merchant_no from merchants where merchant_no = any(${numbers}::text[])`.execute(db);
  const unknown = resources.flatMap(({ name, declared: { tenants } }) =>
    (Array.isArray(tenants) ? tenants : []).flatMap((number, at): RollOutFinding[] => {
      const isKnown = !numbers.includes(number) || merchants.rows.some(({ merchant_no }) => merchant_no === number);
      return isKnown ? [] : [{ name, id: 'S213', path: ['tenants', at], args: { number } }];
    }),
  );
  const { rows } = await sql<{ resource: string; role: string }>`
    select resource, role from rolled_out_grants group by resource, role having count(role_id) = 0`.execute(db);
  const roleless = adding.flatMap(({ name, grants }) =>
    Object.keys(grants).flatMap((role): RollOutFinding[] =>
      rows.some((row) => row.resource === name && row.role === foldedName(role))
        ? [{ name, id: 'S214', path: ['grants', role], args: { role } }]
        : [],
    ),
  );
  const placeless = adding.flatMap(({ name, menu }): RollOutFinding[] => {
    const found = blocked.get(name);
    const under = menu?.under ?? '/';
    return found
      ? [{ name, id: 'S215', path: ['menu'], args: { rows: found.tenants, under, number: found.number } }]
      : [];
  });
  return [...unknown, ...roleless, ...placeless];
}
