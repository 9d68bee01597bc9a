import { sql } from 'kysely';
import { migrationOf, type Resource } from '@merchant-console/declaration';
import { recordAudit, systemActor } from '#server/audit/recordAudit.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { ServerFinding } from '../ResourceBackend.ts';
import { storedFieldsOf, tableOf } from './columns.ts';
import { indexNamesOf, digestedPrefixes } from './indexes.ts';
import { rowsWhere } from './limits.ts';
import { readTable } from './planTable.ts';
import { readRememberedFields } from './rememberedFields.ts';
import { renameConstraint } from './shape.ts';
import type { StoredDeps } from './StoredTable.ts';
import { deleteLinks } from './links.ts';
import { moveCounters } from './numbers.ts';
import { deleteWords } from './words.ts';

const BOTH_HAVE_RECORDS = 'S210';

/** The former name of a resource whose records are still stored, at least in part, under it; otherwise null. */
export async function formerName(db: DbOrTx, resource: Resource): Promise<string | null> {
  const { from } = migrationOf(resource);
  if (from === null) return null;
  // Only a resource that was stored has something to move. Rights to a resource of the server's code stay.
  return Object.keys(await readRememberedFields(db, from)).length > 0 ? from : null;
}

/** Records of both names can't be merged, because their IDs and unique values may clash. */
export async function refuseBoth(db: DbOrTx, { name }: Resource, from: string): Promise<ServerFinding[]> {
  if ((await readTable(db, from)) === null || (await readTable(db, name)) === null) return [];
  const { rows } = await rowsWhere(db, tableOf(name), sql`true`);
  return rows === 0
    ? []
    : [{ id: BOTH_HAVE_RECORDS, severity: 'error', path: ['migrate', 'from'], args: { from, rows } }];
}

/**
 * Moves the table of a resource to its new name, with files, grants and menu entries. Schema and rows aren't changed in
 * one transaction, and each tenant has its own. A server that dies in between leaves the rest to the next one, because
 * the former name is remembered until the end.
 *
 * @param signal aborted if another server may have started the same work
 */
export async function moveResource(
  { db, clock }: StoredDeps,
  resource: Resource,
  from: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { kysely } = db;
  const { name } = resource;
  if ((await readTable(kysely, from)) !== null) {
    signal?.throwIfAborted();
    // Empty, see `refuseBoth`.
    await sql`drop table if exists ${sql.table(tableOf(name))}`.execute(kysely);
    await sql`alter table ${sql.table(tableOf(from))} rename to ${sql.table(tableOf(name))}`.execute(kysely);
  }
  await renameConstraint(kysely, from, name);
  const former = Object.keys(await readRememberedFields(kysely, from));
  const sources = new Set([...former, ...storedFieldsOf(resource).map(({ source }) => source)]);
  const indexes = [...sources].flatMap((source) => {
    const names = indexNamesOf(name, source);
    return indexNamesOf(from, source).map((old, at) => ({ old, index: names[at] ?? old }));
  });
  for (const old of (await readTable(kysely, name))?.indexes ?? []) {
    for (const [at, prefix] of digestedPrefixes(from).entries()) {
      const renamed = `${digestedPrefixes(name)[at]}${old.slice(prefix.length)}`;
      if (old.startsWith(prefix)) indexes.push({ old, index: renamed });
    }
  }
  for (const { old, index } of [...indexes, { old: `${tableOf(from)}$time`, index: `${tableOf(name)}$time` }]) {
    signal?.throwIfAborted();
    await sql`alter index if exists ${sql.ref(old)} rename to ${sql.ref(index)}`.execute(kysely);
  }
  await deleteWords(kysely, tableOf(from), () => signal?.throwIfAborted());
  await deleteLinks(kysely, tableOf(from), [], () => signal?.throwIfAborted());
  for (const merchantId of await tenantsWith(kysely, from)) {
    signal?.throwIfAborted();
    await db.transaction(async (tx) => {
      await moveInTenant(tx, merchantId, from, name);
      const names = { before: { resource: from }, after: { resource: name } };
      await recordAudit(tx, {
        actor: systemActor(merchantId),
        action: `${name}.rename`,
        recordId: '',
        ...names,
        at: clock.now(),
      });
    });
  }
  await db.transaction(async (tx) => {
    const { fields, rules } = await tx
      .selectFrom('stored_resources')
      .where('merchant_id', '=', PLATFORM_ID)
      .where('name', '=', from)
      .select(['fields', 'rules'])
      .executeTakeFirstOrThrow();
    // Without these, so that words and links are stored under the new name.
    const unfilled = JSON.stringify(fields, (key, value: unknown) =>
      (key === 'search' || key === 'links') && value === true ? undefined : value,
    );
    const moved = { fields: unfilled, rules: rules === null ? null : JSON.stringify(rules), updated_at: clock.now() };
    await tx
      .insertInto('stored_resources')
      .values({ merchant_id: PLATFORM_ID, name, ...moved })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'name']).doUpdateSet(moved))
      .execute();
    // The name stays known as that of a stored resource, because the audit log contains it.
    await tx
      .updateTable('stored_resources')
      .where('merchant_id', '=', PLATFORM_ID)
      .where('name', '=', from)
      .set({ fields: '{}', updated_at: clock.now() })
      .execute();
  });
}

/** All tenants that have something under a name. A read without locks. */
export async function tenantsWith(db: DbOrTx, name: string): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select merchant_id from role_permissions where starts_with(permission, ${`${name}.`})
    union select merchant_id from menus where component_path = ${name}
    union select merchant_id from files where resource = ${name}
    union select merchant_id from rolled_out_pages where page = ${name}
    union select merchant_id from rolled_out_grants where resource = ${name}
    union select merchant_id from record_counters where resource = ${name}
    union select merchant_id from webhook_endpoints where exists (
      select from unnest(events) event where starts_with(event, ${`${name}.`}))
    order by merchant_id`.execute(db);
  return rows.map(({ merchant_id }) => merchant_id);
}

async function moveInTenant(tx: Tx, merchantId: string, from: string, name: string): Promise<void> {
  await sql`
    insert into role_permissions (merchant_id, role_id, permission)
    select merchant_id, role_id, ${name}::text || substr(permission, ${from.length + 1}::int) from role_permissions
    where merchant_id = ${merchantId} and starts_with(permission, ${`${from}.`})
    on conflict do nothing`.execute(tx);
  await sql`
    delete from role_permissions
    where merchant_id = ${merchantId} and starts_with(permission, ${`${from}.`})`.execute(tx);
  await sql`update menus set component_path = ${name} where merchant_id = ${merchantId} and component_path = ${from}`.execute(
    tx,
  );
  await sql`update files set resource = ${name} where merchant_id = ${merchantId} and resource = ${from}`.execute(tx);
  // Those of the new name, if there are any, stay as they are.
  await sql`
    insert into rolled_out_pages (merchant_id, page, menu_id, created_at)
    select merchant_id, ${name}::text, menu_id, created_at from rolled_out_pages
    where merchant_id = ${merchantId} and page = ${from}
    on conflict do nothing`.execute(tx);
  await sql`delete from rolled_out_pages where merchant_id = ${merchantId} and page = ${from}`.execute(tx);
  await sql`
    insert into rolled_out_grants (merchant_id, resource, role, permission, role_id, is_added, created_at)
    select merchant_id, ${name}::text, role, ${name}::text || substr(permission, ${from.length + 1}::int),
      role_id, is_added, created_at
    from rolled_out_grants where merchant_id = ${merchantId} and resource = ${from}
    on conflict do nothing`.execute(tx);
  await sql`delete from rolled_out_grants where merchant_id = ${merchantId} and resource = ${from}`.execute(tx);
  await sql`
    update webhook_endpoints set events = array(
      select case when starts_with(event, ${`${from}.`}) then ${name}::text || substr(event, ${from.length + 1}::int)
        else event end from unnest(events) event)
    where merchant_id = ${merchantId} and exists (
      select from unnest(events) event where starts_with(event, ${`${from}.`}))`.execute(tx);
  await moveCounters(tx, merchantId, from, name);
}
