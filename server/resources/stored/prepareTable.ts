import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Database } from '#server/db/schema.ts';
import {
  isIndexed,
  indexName,
  maskColumn,
  storedFieldsOf,
  storedFormOf,
  tableOf,
  type StoredField,
} from './columns.ts';
import type { Changes } from './compareStored.ts';

/**
 * Makes or extends the table of a resource. Each statement is right the second time too, so that a server that dies in
 * between leaves nothing that the next one can't go on with.
 */
export async function prepareTable(db: Kysely<Database>, resource: Resource, changes: Changes): Promise<void> {
  const existed = await columnsIn(db, tableOf(resource.name));
  for (const statement of statements(resource, changes, existed)) await statement.execute(db);
}

function statements(resource: Resource, changes: Changes, existed: ReadonlySet<string>): RawBuilder<unknown>[] {
  const table = sql.table(tableOf(resource.name));
  const fields = storedFieldsOf(resource);
  const index = (source: string, suffix: 'idx' | 'key') => sql.ref(indexName(resource.name, source, suffix));
  const gone: [string, StoredField][] = [
    ...changes.dropped,
    ...changes.removed,
    ...changes.replaced.map(([{ source }, before]): [string, StoredField] => [source, before]),
  ];
  return [
    sql`create table if not exists ${table} (
      merchant_id uuid not null, id uuid not null, revision integer not null,
      created_at timestamptz not null, updated_at timestamptz not null, primary key (merchant_id, id))`,
    sql`create index if not exists ${index('created_at', 'idx')} on ${table} (merchant_id, created_at, id)`,
    ...changes.renamed.flatMap(([before, after]) =>
      [
        [before, after],
        [maskColumn(before), maskColumn(after)],
      ].flatMap(([from = '', to = '']) =>
        existed.has(from) && !existed.has(to)
          ? [sql`alter table ${table} rename column ${sql.ref(from)} to ${sql.ref(to)}`]
          : [],
      ),
    ),
    ...changes.renamed.flatMap(([before]) => [
      sql`drop index if exists ${index(before, 'idx')}`,
      sql`drop index if exists ${index(before, 'key')}`,
    ]),
    ...gone
      .flatMap(([source]) => [source, maskColumn(source)])
      .map((column) => sql`alter table ${table} drop column if exists ${sql.ref(column)}`),
    ...fields.flatMap((field) =>
      columnsFor(field).map((column) => sql`alter table ${table} add column if not exists ${column}`),
    ),
    ...changes.widened.map(({ source }) => sql`alter table ${table} alter column ${sql.ref(source)} type bigint`),
    ...changes.recollated.map(
      ({ source }) => sql`alter table ${table} alter column ${sql.ref(source)} type text collate "C"`,
    ),
    ...changes.freed.map(({ source }) => sql`drop index if exists ${index(source, 'key')}`),
    ...fields
      .filter(isIndexed)
      .map(
        ({ source }) =>
          sql`create index if not exists ${index(source, 'idx')} on ${table} (merchant_id, ${sql.ref(source)}, id)`,
      ),
    ...fields
      .filter((field) => storedFormOf(field).unique)
      .map(
        ({ source }) =>
          sql`create unique index if not exists ${index(source, 'key')} on ${table} (merchant_id, ${sql.ref(source)})`,
      ),
  ];
}

function columnsFor(field: Field): RawBuilder<unknown>[] {
  const { type, kind, bytewise } = storedFormOf(field);
  const own = sql`${sql.ref(field.source)} ${sql.raw(bytewise ? 'text collate "C"' : type)}`;
  return kind === 'masked' ? [own, sql`${sql.ref(maskColumn(field.source))} text`] : [own];
}

/** Columns that a table has now; none when there is no such table. */
export async function columnsIn(db: Kysely<Database>, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(db);
  return new Set(rows.map(({ column_name }) => column_name));
}
