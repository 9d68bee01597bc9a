import { sql } from 'kysely';
import type { Resource } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import { tableOf } from './columns.ts';
import type { StoredRow } from './presentRow.ts';
import { referencesTo, refersTo } from './references.ts';
import type { RowRights } from './rowRights.ts';

/** Maximum number of records that one deletion deletes or changes. Twice as many took a second on a busy machine. */
export const MOST_DELETED = 2_000;

/** Rows of one resource, by ID. */
interface RowsOf {
  resource: Resource;
  rows: Map<string, StoredRow>;
}

/** What a deletion does, over any number of levels. */
export interface Deletion {
  /** Rows to delete by resource. The resource of the requested ones comes first. */
  deleted: ReadonlyMap<string, RowsOf>;
  /** Rows that are kept, with the values of the references that are emptied. */
  cleared: { resource: Resource; rows: ClearedRow[] }[];
  /** Numbers of records that prevent it, with those that the actor may see. */
  refusing: { resource: Resource; count: number; seen: number }[];
}

interface ClearedRow {
  row: StoredRow;
  values: Readonly<Record<string, unknown>>;
}

interface Scope {
  db: DbOrTx;
  merchantId: string;
  /** The declarations whose tables exist. */
  others: readonly Resource[];
  /** True to lock the rows found. Then `db` is a transaction. */
  locks: boolean;
  rights: RowRights;
}

/**
 * Finds what the deletion of rows does to the records that refer to them. If the rows are locked, no further record can
 * refer to them until the transaction ends, because a writer locks what it refers to.
 *
 * @throws {ConflictError} if it affects more than `MOST_DELETED` records
 */
export async function deletionOf(
  scope: Scope,
  { resource, rows }: { resource: Resource; rows: readonly StoredRow[] },
): Promise<Deletion> {
  const deleted = new Map<string, RowsOf>([[resource.name, { resource, rows: byId(rows) }]]);
  let level: { resource: Resource; ids: string[] }[] = [{ resource, ids: rows.map(({ id }) => id) }];
  let left = MOST_DELETED;
  while (level.length > 0) {
    const next: typeof level = [];
    for (const target of level) {
      for (const { other, field } of referring(scope, target.resource, 'delete')) {
        const known = deleted.get(other.name)?.rows ?? new Map<string, StoredRow>();
        const found = await rowsReferring(scope, other, field, target.ids, left + known.size);
        const fresh = found.filter(({ id }) => !known.has(id));
        if (fresh.length === 0) continue;
        left -= fresh.length;
        assertFew(left);
        for (const row of fresh) known.set(row.id, row);
        deleted.set(other.name, { resource: other, rows: known });
        next.push({ resource: other, ids: fresh.map(({ id }) => id) });
      }
    }
    level = next;
  }
  return { deleted, cleared: await clearedBy(scope, deleted, left), refusing: await refusing(scope, deleted) };
}

async function clearedBy(scope: Scope, deleted: Deletion['deleted'], most: number): Promise<Deletion['cleared']> {
  const cleared = new Map<string, { resource: Resource; rows: Map<string, ClearedRow> }>();
  let left = most;
  for (const { resource, rows } of deleted.values()) {
    for (const { other, field } of referring(scope, resource, 'clear')) {
      const { rows: known } = cleared.get(other.name) ?? { rows: new Map<string, ClearedRow>() };
      const gone = deleted.get(other.name)?.rows;
      const found = await rowsReferring(scope, other, field, [...rows.keys()], left + known.size + (gone?.size ?? 0));
      for (const row of found.filter(({ id }) => !gone?.has(id))) {
        const values = known.get(row.id)?.values ?? {};
        if (!known.has(row.id)) left -= 1;
        const { source } = field;
        const before = source in values ? values[source] : row[source];
        const kept = Array.isArray(before) ? before.filter((id) => !rows.has(String(id))) : [];
        known.set(row.id, { row, values: { ...values, [source]: kept.length > 0 ? kept : null } });
      }
      assertFew(left);
      if (known.size > 0) cleared.set(other.name, { resource: other, rows: known });
    }
  }
  return [...cleared.values()].map(({ resource, rows }) => ({ resource, rows: [...rows.values()] }));
}

/** Counts the records that refuse the deletion, except those that it deletes. */
async function refusing(
  { db, merchantId, others, rights }: Scope,
  deleted: Deletion['deleted'],
): Promise<Deletion['refusing']> {
  const found: Deletion['refusing'] = [];
  for (const other of others) {
    const conditions = [...deleted.values()].flatMap(({ resource, rows }) =>
      referencesTo(resource, other)
        .filter((field) => onDeleteOf(field) === 'refuse')
        .map((field) => refersTo(merchantId, other, field, [...rows.keys()])),
    );
    if (conditions.length === 0) continue;
    const gone = [...(deleted.get(other.name)?.rows.keys() ?? [])];
    const { rows } = await sql<{ count: bigint; seen: bigint }>`
      select count(*) as count, count(*) filter (where ${rights.see(other) ?? sql`true`}) as seen from ${sql.table(tableOf(other.name))}
      where merchant_id = ${merchantId} and (${sql.join(conditions, sql` or `)})
        and not id = any(${gone}::uuid[])`.execute(db);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) found.push({ resource: other, count, seen: Number(rows[0]?.seen ?? 0) });
  }
  return found;
}

/** The fields that refer to a resource and have this effect, with their resources. */
function referring({ others }: Scope, resource: Resource, effect: ReturnType<typeof onDeleteOf>) {
  return others.flatMap((other) =>
    referencesTo(resource, other)
      .filter((field) => onDeleteOf(field) === effect)
      .map((field) => ({ other, field })),
  );
}

function onDeleteOf({ onDelete = 'refuse' }: ReturnType<typeof referencesTo>[number]) {
  return onDelete;
}

/** The rows of a resource that refer to one of the records, at most one more than `most`. */
async function rowsReferring(
  { db, merchantId, locks }: Scope,
  other: Resource,
  field: ReturnType<typeof referencesTo>[number],
  ids: readonly string[],
  most: number,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(tableOf(other.name))}
    where merchant_id = ${merchantId} and ${refersTo(merchantId, other, field, ids)}
    order by id limit ${most + 1} ${locks ? sql`for update` : sql``}`.execute(db);
  return rows;
}

function assertFew(left: number): void {
  if (left < 0) throw new ConflictError({ id: 'too_many_referenced', args: { most: MOST_DELETED } });
}

function byId(rows: readonly StoredRow[]): Map<string, StoredRow> {
  return new Map(rows.map((row) => [row.id, row]));
}
