import { holdsIn, type Predicate, recordName, type Resource } from '@merchant-console/declaration';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ConflictError, ForbiddenError, orNotFound } from '#server/errors.ts';
import type { Actor, Target, Values, WireRecord } from '../RecordSource.ts';
import type { Viewer } from '../ResourceBackend.ts';
import { scopeOf } from '../scopeOf.ts';
import type { StoredRow } from './presentRow.ts';
import { idsIn, lockReferenced } from './references.ts';
import { rowRights, type RowRights } from './rowRights.ts';
import { idsWhere, lockRows } from './storedRows.ts';
import { type StoredDeps, storedTable, type StoredTable } from './StoredTable.ts';

/** The table of a resource, with what its writers ask of others. */
export interface Writing {
  deps: StoredDeps;
  stored: StoredTable;
  /** The declarations whose tables exist. */
  ready(): Resource[];
}

export function writingOf(deps: StoredDeps, resource: Resource, ready: () => Resource[]): Writing {
  return { deps, stored: storedTable(deps, resource), ready };
}

export function rightsOf({ deps, stored, ready }: Writing, db: DbOrTx, actor: Viewer): Promise<RowRights> {
  return rowRights(db, actor, deps.clock.now(), { resources: [stored.resource], others: ready() });
}

interface Written {
  ids: readonly string[];
  rights: RowRights;
  /** Default: `record_not_writable`, for rows that aren't written yet. */
  id?: 'record_not_writable' | 'record_not_yours';
}

/** @throws {ForbiddenError} if the actor may not see and write one of the rows as they are now */
export async function assertWritable(
  { stored }: Writing,
  tx: Tx,
  actor: Actor,
  { ids, rights, id = 'record_not_writable' }: Written,
): Promise<void> {
  const writable = await idsWhere(tx, stored.placeOf(actor), ids, rights.write(stored.resource));
  if (writable.size < new Set(ids).size) throw new ForbiddenError(id);
}

/** @throws {ForbiddenError} if the actor could not write the records that their own change has left */
export async function assertStillWritable(
  writing: Writing,
  tx: Tx,
  actor: Actor,
  records: readonly { id: string }[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  const rights = await rightsOf(writing, tx, actor);
  await assertWritable(writing, tx, actor, { ids, rights, id: 'record_not_yours' });
}

/** Locks what all the values refer to, see `lockReferenced`. */
export function lockReferencedBy(
  { stored, ready }: Writing,
  tx: Tx,
  { merchantId }: Actor,
  many: readonly Values[],
): Promise<void> {
  const sources = new Set(many.flatMap((values) => Object.keys(values)));
  const values = Object.fromEntries(
    [...sources].map((source) => [source, many.flatMap((one) => idsIn(one[source]))] as const),
  );
  return lockReferenced(tx, merchantId, { resource: stored.resource, values }, ready());
}

/**
 * Locks a row and compares its revision.
 * @throws {NotFoundError} if there is no such row, or the actor may not see it
 * @throws {ConflictError} if the revision is outdated
 */
export async function lockAs(
  { stored }: Writing,
  tx: Tx,
  actor: Actor,
  { id, revision }: Target,
  rights: RowRights,
): Promise<StoredRow> {
  const seen = rights.see(stored.resource);
  const row = orNotFound((await lockRows(tx, stored.placeOf(actor), [id], seen))[0]);
  if (revision !== null && row.revision !== revision) throw new ConflictError({ current: stored.present(row) });
  return row;
}

/** @throws {ConflictError} with the first record for which the condition doesn't hold */
export async function refuseUnless(
  { stored: { resource, clock } }: Writing,
  tx: Tx,
  actor: Actor,
  { when, records }: { when: Predicate | null; records: readonly WireRecord[] },
): Promise<void> {
  if (!when) return;
  const scope = await scopeOf(tx, actor, clock.now(), [when]);
  const refused = records.find((record) => !holdsIn(when, record, resource, scope));
  if (!refused) return;
  const args = { record: recordName(refused, resource) };
  throw new ConflictError({ id: 'not_in_this_state', args, current: refused });
}
