import { type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { rowsAsJson } from '#server/db/rows.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { NotFoundError, orNotFound } from '#server/errors.ts';
import type { ColumnValue, StoredRow } from './presentRow.ts';
import { SHAPE } from './shape.ts';

/** Rows of one tenant in a resource's table. */
interface TenantTable {
  table: string;
  merchantId: string;
}

/**
 * Locks rows in the order of their IDs, to avoid deadlocks, until the transaction ends.
 * @param where excludes rows, as if they didn't exist
 * @throws {NotFoundError} if one of them doesn't exist
 */
export async function lockRows(
  tx: Tx,
  { table, merchantId }: TenantTable,
  ids: readonly string[],
  where: RawBuilder<boolean> | null,
): Promise<StoredRow[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  if (!wanted.every((id) => isUuid(id))) throw new NotFoundError();
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(table)} where merchant_id = ${merchantId} and id in (${sql.join(wanted)})
      and ${where ?? sql`true`}
    order by id for update`.execute(tx);
  if (rows.length < wanted.length) throw new NotFoundError();
  return rows;
}

/** The existing rows among those with these IDs, without locks. */
export async function readRows(
  db: DbOrTx,
  { table, merchantId }: TenantTable,
  ids: readonly string[],
  where: RawBuilder<boolean> | null,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(table)}
    where merchant_id = ${merchantId} and id = any(${ids.filter((id) => isUuid(id))}::uuid[])
      and ${where ?? sql`true`}`.execute(db);
  return rows;
}

/** Rows of one tenant, for writers. */
interface WrittenTable extends TenantTable {
  /** See `shape.ts`. */
  shape: string;
}

export async function insertRow(
  tx: Tx,
  { table, merchantId, shape }: WrittenTable,
  values: ColumnValue[],
): Promise<StoredRow> {
  const own = [
    { name: 'merchant_id', value: merchantId },
    { name: 'revision', value: 1 },
    { name: SHAPE, value: shape },
  ];
  const columns = [...own, ...values];
  const { rows } = await sql<StoredRow>`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    values (${sql.join(columns.map(({ value }) => value))}) returning *`.execute(tx);
  return orNotFound(rows[0]);
}

/** A row's columns as JSON, which is several times faster to send than as many bound values. */
function rowAsJson(columns: readonly ColumnValue[]): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name, value, json = value }) => [name, json]));
}

/** Inserts rows of one tenant in one statement. Returns them in no particular order. */
export async function insertRowsTogether(
  tx: Tx,
  { table, merchantId, shape }: WrittenTable,
  many: readonly (readonly ColumnValue[])[],
): Promise<StoredRow[]> {
  if (many.length === 0) return [];
  const own = { merchant_id: merchantId, revision: 1, [SHAPE]: shape };
  const names = new Set(many.flatMap((columns) => columns.map(({ name }) => name)));
  const columns = sql.join([...Object.keys(own), ...names].map((name) => sql.ref(name)));
  const json = rowsAsJson(many.map((values) => ({ ...own, ...rowAsJson(values) })));
  const inserted = await sql<StoredRow>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json) returning *`.execute(tx);
  return inserted.rows;
}

/** Updates locked rows and increments their revisions. Returns them in no particular order. */
export async function updateRows(
  tx: Tx,
  { table, merchantId, shape }: WrittenTable,
  rows: readonly StoredRow[],
  values: ColumnValue[],
): Promise<StoredRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const updated = await sql<StoredRow>`
    update ${sql.table(table)} set revision = revision + 1, ${sql.ref(SHAPE)} = ${shape},
      ${sql.join(values.map(({ name, value }) => sql`${sql.ref(name)} = ${value}`))}
    where merchant_id = ${merchantId} and id in (${sql.join(ids)}) returning *`.execute(tx);
  return updated.rows;
}

/** Like `updateRows`, with values of its own for each row: one statement for all rows that get the same columns. */
export async function updateRowsTogether(
  tx: Tx,
  { table, merchantId, shape }: WrittenTable,
  many: readonly { id: string; columns: readonly ColumnValue[] }[],
): Promise<StoredRow[]> {
  const updated: StoredRow[] = [];
  const groups = new Map<string, (typeof many)[number][]>();
  for (const one of many) {
    const key = one.columns.map(({ name }) => name).join(' ');
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  for (const group of groups.values()) {
    const names = group[0]?.columns.map(({ name }) => name) ?? [];
    const json = rowsAsJson(group.map(({ id, columns }) => ({ ...rowAsJson(columns), id })));
    const ids = group.map(({ id }) => id);
    const { rows } = await sql<StoredRow>`
      update ${sql.table(table)} r set revision = r.revision + 1, ${sql.ref(SHAPE)} = ${shape},
        ${sql.join(names.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`))}
      from json_populate_recordset(null::${sql.table(table)}, ${json}::json) n
      where r.merchant_id = ${merchantId} and r.id = n.id and r.id = any(${ids}::uuid[]) returning r.*`.execute(tx);
    updated.push(...rows);
  }
  return updated;
}

export async function deleteRows(tx: Tx, { table, merchantId }: TenantTable, ids: readonly string[]): Promise<void> {
  await sql`delete from ${sql.table(table)} where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`.execute(tx);
}

/** The IDs among `ids` whose rows meet the condition. */
export async function idsWhere(
  db: DbOrTx,
  { table, merchantId }: TenantTable,
  ids: readonly string[],
  where: RawBuilder<boolean> | null,
): Promise<ReadonlySet<string>> {
  if (!where) return new Set(ids);
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where merchant_id = ${merchantId} and id = any(${[...ids]}::uuid[]) and ${where}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
