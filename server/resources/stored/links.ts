import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { storedFieldsOf } from './columns.ts';
import { readSources, replaceTrigger } from './words.ts';

/** Trigger that stores the references of the columns that are its arguments, see `note_links` in the migrations. */
export const LINKS_TRIGGER = 'note_links';

/** The columns with several references, which are found by an index. */
export function linkedOf(resource: Pick<Resource, 'fields'>): string[] {
  return storedFieldsOf(resource).flatMap(({ type, source }) => (type === 'references' ? [source] : []));
}

/** Query of the rows that refer to one of the records. */
export function linkedRows({
  merchantId,
  table,
  source,
  ids,
}: {
  merchantId: string;
  table: string;
  source: string;
  ids: readonly string[];
}): RawBuilder<unknown> {
  return sql`select row_id from record_links
    where merchant_id = ${merchantId} and resource = ${table} and field = ${source} and target_id = any(${ids}::uuid[])`;
}

export function readLinked(db: DbOrTx, table: string): Promise<string[]> {
  return readSources(db, table, LINKS_TRIGGER);
}

const SLICE_ROWS = 1_000;

/**
 * Stores the references of all rows under the table's name and the columns' present ones, tenant by tenant, before those
 * of former names are deleted. Rows are locked while they are read, so that no concurrent change leaves an earlier value
 * behind.
 * @param check called before each statement; throws to stop
 */
export async function refillLinks(
  db: DbOrTx,
  table: string,
  sources: readonly string[],
  check: () => void,
): Promise<void> {
  check();
  await replaceTrigger(db, table, LINKS_TRIGGER, sources);
  const tenants = await sql<{ merchant_id: string }>`select distinct merchant_id from ${sql.table(table)}`.execute(db);
  for (const { merchant_id } of tenants.rows) {
    for (const source of sources) await refillSource(db, { table, source, merchantId: merchant_id }, check);
  }
  await deleteLinks(db, table, sources, check);
}

async function refillSource(
  db: DbOrTx,
  { table, source, merchantId }: { table: string; source: string; merchantId: string },
  check: () => void,
): Promise<void> {
  let last: string | undefined;
  do {
    check();
    const { rows } = await sql<{ id: string }>`
      with slice as materialized (
        select id, ${sql.ref(source)} as linked from ${sql.table(table)}
        where merchant_id = ${merchantId} and ${sql.ref(source)} is not null
          ${last === undefined ? sql`` : sql`and id > ${last}`}
        order by id limit ${SLICE_ROWS} for update
      ), written as (
        insert into record_links (merchant_id, resource, field, target_id, row_id)
        select ${merchantId}::uuid, ${table}::text, ${source}::text, target::uuid, slice.id
        from slice cross join lateral jsonb_array_elements_text(slice.linked) as target
        on conflict do nothing
      )
      select id from slice order by id desc limit 1`.execute(db);
    last = rows[0]?.id;
  } while (last !== undefined);
}

/** Deletes the references of a table, except those of some columns. */
export async function deleteLinks(
  db: DbOrTx,
  table: string,
  kept: readonly string[] = [],
  check: () => void = () => {},
): Promise<void> {
  const gone = sql`resource = ${table} and not field = any(${kept}::text[])`;
  const tenants = await sql<{ merchant_id: string }>`
    select merchant_id from merchants
    where merchant_id in (select merchant_id from record_links where ${gone})`.execute(db);
  for (const { merchant_id } of tenants.rows) {
    check();
    await sql`delete from record_links where merchant_id = ${merchant_id} and ${gone}`.execute(db);
  }
}
