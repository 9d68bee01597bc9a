import { sql } from 'kysely';
import { type Field, isSearched, type Resource } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { isComparable, searchedColumn, storedFieldsOf } from './columns.ts';

/** Trigger that stores the words of the columns that are its arguments, see `note_words` in the migrations. */
export const WORDS_TRIGGER = 'note_words';

/** True if the field's words are stored for searches. */
export function hasWords(field: Field): boolean {
  return isSearched(field) && (field.type === 'group' || isComparable(field));
}

/** The columns whose words a search needs. */
export function searchedOf(resource: Resource): string[] {
  return storedFieldsOf(resource).filter(hasWords).map(searchedColumn);
}

/** The columns whose words a table's trigger stores. */
export function readSearched(db: DbOrTx, table: string): Promise<string[]> {
  return readSources(db, table, WORDS_TRIGGER);
}

/** The columns that are a trigger's arguments. */
export async function readSources(db: DbOrTx, table: string, trigger: string): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select argument as source from pg_trigger t
    cross join lateral unnest(string_to_array(encode(t.tgargs, 'escape'), ${String.raw`\000`})) as argument
    where t.tgrelid = to_regclass(${`"${table}"`}) and t.tgname = ${trigger} and argument <> ''`.execute(db);
  return rows.map(({ source }) => source);
}

/** Makes a trigger, which has its function's name, follow the columns; removes it if there are none. */
export async function replaceTrigger(
  db: DbOrTx,
  table: string,
  trigger: string,
  sources: readonly string[],
): Promise<void> {
  await sql`drop trigger if exists ${sql.ref(trigger)} on ${sql.table(table)}`.execute(db);
  if (sources.length === 0) return;
  await sql`create trigger ${sql.ref(trigger)} after insert or update or delete on ${sql.table(table)}
    for each row execute function ${sql.ref(trigger)}(${sql.join(sources.map((source) => sql.lit(source)))})`.execute(
    db,
  );
}

/** A slice takes some 100 ms, during which its rows are locked. */
const SLICE_ROWS = 1_000;

/**
 * Replaces the words of a table, tenant by tenant. Rows are locked while they are read, so that no concurrent change leaves
 * the words of an earlier value behind.
 * @param check called before each statement; throws to stop
 */
export async function refillWords(
  db: DbOrTx,
  table: string,
  sources: readonly string[],
  check: () => void,
): Promise<void> {
  check();
  await replaceTrigger(db, table, WORDS_TRIGGER, sources);
  await deleteWords(db, table, check);
  if (sources.length === 0) return;
  const tenants = await sql<{ merchant_id: string }>`select distinct merchant_id from ${sql.table(table)}`.execute(db);
  const values = sql.join(sources.map((source) => sql`(${source}, slice.${sql.ref(source)})`));
  for (const { merchant_id } of tenants.rows) {
    let last: string | undefined;
    do {
      check();
      const { rows } = await sql<{ id: string }>`
        with slice as materialized (
          select * from ${sql.table(table)}
          where merchant_id = ${merchant_id} ${last === undefined ? sql`` : sql`and id > ${last}`}
          order by id limit ${SLICE_ROWS} for update
        ), written as (
          insert into search_words (merchant_id, resource, row_id, word, field)
          select ${merchant_id}::uuid, ${table}::text, slice.id, entry, field
          from slice cross join lateral (values ${values}) as searched (field, value)
          cross join lateral unnest(search_entries(value)) as entry
          on conflict do nothing
        )
        select id from slice order by id desc limit 1`.execute(db);
      last = rows[0]?.id;
    } while (last !== undefined);
  }
}

/** Deletes the words of a table that no longer has rows, or not under this name. */
export async function deleteWords(db: DbOrTx, table: string, check: () => void = () => {}): Promise<void> {
  const tenants = await sql<{ merchant_id: string }>`
    select merchant_id from merchants
    where merchant_id in (select merchant_id from search_words where resource = ${table})`.execute(db);
  for (const { merchant_id } of tenants.rows) {
    let deleted: bigint | undefined;
    do {
      check();
      ({ numAffectedRows: deleted } = await sql`
        delete from search_words
        where merchant_id = ${merchant_id} and resource = ${table} and row_id in (
          select row_id from search_words where merchant_id = ${merchant_id} and resource = ${table}
          order by row_id limit ${SLICE_ROWS})`.execute(db));
    } while (deleted !== undefined && deleted > 0n);
  }
}
