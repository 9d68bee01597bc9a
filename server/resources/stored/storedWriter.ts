import { sql } from 'kysely';
import { holdsIn, type Predicate, recordName, type Resource, valuesOfOthers } from '@merchant-console/declaration';
import { type AuditEvent, recordAudit } from '#server/audit/recordAudit.ts';
import { only } from '#server/audit/sides.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ForbiddenError, orNotFound, NotFoundError } from '#server/errors.ts';
import type { Actor, RecordWriter, Target, Values, WireRecord } from '../RecordSource.ts';
import { scopeOf } from '../scopeOf.ts';
import { actOnRows, lockForAction, scopeOfAction } from './act.ts';
import { arranged, groupSql, lockArrangement } from './arrange.ts';
import { rowsOf } from './computedSql.ts';
import { changeRecords, checkStorable } from './changeRecords.ts';
import { encryptedColumn, keepingOf } from './columns.ts';
import { deleteRecords } from './deleteRecords.ts';
import { insertRecord } from './insertRecord.ts';
import { namingDuplicates } from './namingDuplicates.ts';
import { positionIn } from './positions.ts';
import { assertEnoughLines, assertLinesOfNew, lockOwnersOfRows } from './ownLines.ts';
import type { StoredRow } from './presentRow.ts';
import { lockReferenced } from './references.ts';
import { numberedFields, takeNumbers } from './numbers.ts';
import { rowRights, type RowRights } from './rowRights.ts';
import { actOnSlice } from './scheduled.ts';
import { idsWhere, lockRows } from './storedRows.ts';
import { type StoredDeps, storedTable, type StoredTable } from './StoredTable.ts';
import { writeLines } from './writeLines.ts';

/**
 * Writes the records of a stored resource, each write in one transaction with its audit entry.
 * @param ready the declarations whose tables exist
 */
export function createStoredWriter(deps: StoredDeps, resource: Resource, ready: () => Resource[]): RecordWriter {
  const stored = storedTable(deps, resource);
  const { name } = resource;
  const lockReferencedBy = (tx: Tx, { merchantId }: Actor, values: Values) =>
    lockReferenced(tx, merchantId, { resource, values }, ready());
  const rightsOf = async (tx: Tx, actor: Actor) =>
    rowRights(tx, actor, deps.clock.now(), { resources: [resource], others: ready() });
  /** @throws {ForbiddenError} if the actor may not see and write one of the rows as they are now */
  const assertWritable = async (
    tx: Tx,
    actor: Actor,
    ids: readonly string[],
    rights: RowRights,
    id: 'record_not_writable' | 'record_not_yours' = 'record_not_writable',
  ) => {
    const writable = await idsWhere(tx, stored.placeOf(actor), ids, rights.write(resource));
    if (writable.size < new Set(ids).size) throw new ForbiddenError(id);
  };
  const complete = valuesOfOthers(resource.fields).length === 0 ? null : rowsOf(resource, ready);
  /** The record with its values of other records, as the transaction has left them. */
  const completed = async (
    tx: Tx,
    { merchantId }: Pick<Actor, 'merchantId'>,
    record: WireRecord,
  ): Promise<WireRecord> => {
    if (!complete) return record;
    const { rows } = await sql<StoredRow>`
      select * from ${complete} where merchant_id = ${merchantId} and id = ${record.id}`.execute(tx);
    return rows[0] ? stored.present(rows[0]) : record;
  };
  const writing = <T>(work: (tx: Tx) => Promise<T>) => namingDuplicates(resource, () => deps.db.transaction(work));
  const numbering = ({ merchantId }: Actor) => ({ resource, merchantId, now: deps.clock.now() });
  const numbered = numberedFields(resource);
  const drawn = numbered.filter(({ gapless }) => !gapless);
  const createOne = async (tx: Tx, actor: Actor, values: Values, line: { id?: string }): Promise<WireRecord> => {
    const record = await insertRecord(tx, stored, actor, values, { others: ready(), ...line });
    await assertWritable(tx, actor, [record.id], await rightsOf(tx, actor), 'record_not_yours');
    return record;
  };
  const updateOne = async (tx: Tx, actor: Actor, target: Target, values: Values): Promise<WireRecord> => {
    checkStorable(stored, values);
    await lockArrangement(tx, stored.placeOf(actor), resource);
    await lockReferencedBy(tx, actor, values);
    const rights = await rightsOf(tx, actor);
    const row = await lockAs(tx, stored, actor, target, rights);
    await assertWritable(tx, actor, [row.id], rights);
    await refuseUnless(tx, stored, actor, { when: resource.when.edit, records: [stored.present(row)] });
    const placed = await arranged(tx, stored.placeOf(actor), resource, [row], values);
    const change = { values: placed, action: `${name}.edit`, isLoggedAlways: false, isByUser: true };
    const [record] = await changeRecords(tx, stored, { actor, rows: [row] }, change);
    await assertWritable(tx, actor, [row.id], rights, 'record_not_yours');
    return record ?? stored.present(row);
  };
  /** @param except see `assertEnoughLines` */
  const removeOne = async (tx: Tx, actor: Actor, target: Target, except?: string): Promise<WireRecord> => {
    const rights = await rightsOf(tx, actor);
    const row = await lockAs(tx, stored, actor, target, rights);
    await assertWritable(tx, actor, [row.id], rights);
    const record = stored.present(row);
    await refuseUnless(tx, stored, actor, { when: resource.when.delete, records: [record] });
    const deletion = await deleteRecords(tx, deps, actor, { resource, rows: [row] }, ready());
    await assertEnoughLines(tx, actor.merchantId, deletion, ready(), except);
    return record;
  };
  return {
    ...(drawn.length > 0 && { drawNumbers: (actor: Actor) => takeNumbers(deps.db.kysely, numbering(actor), drawn) }),

    create: (tx, actor, values, within) =>
      namingDuplicates(resource, async () => {
        const record = await createOne(tx, actor, values, {});
        await within?.(tx, record.id);
        await assertLinesOfNew(tx, actor.merchantId, resource, record.id);
        return completed(tx, actor, record);
      }),

    update: (actor, target, values, within) =>
      writing(async (tx) => {
        const record = await updateOne(tx, actor, target, values);
        await within?.(tx, record.id);
        return completed(tx, actor, record);
      }),

    remove: (actor, target) =>
      writing(async (tx) => {
        await lockArrangement(tx, stored.placeOf(actor), resource);
        await lockOwnersOfRows(tx, actor.merchantId, { resource, ids: [target.id] }, ready());
        return removeOne(tx, actor, target);
      }),

    writeLines: (tx, actor, owner, changes) =>
      writeLines(
        tx,
        stored,
        {
          create: (values, id) => namingDuplicates(resource, () => createOne(tx, actor, values, { id })),
          update: (line, values) => namingDuplicates(resource, () => updateOne(tx, actor, line, values)),
          remove: (line) => removeOne(tx, actor, line, name),
        },
        { actor, owner, changes },
      ),

    act: (tx, actor, ids, acting) =>
      namingDuplicates(resource, async () => {
        const on = { acting, ready: ready(), scope: await scopeOfAction(tx, actor, deps.clock.now(), acting) };
        await lockForAction(tx, deps, stored, actor, on);
        const rights = await rightsOf(tx, actor);
        const rows = await lockRows(tx, stored.placeOf(actor), ids, rights.see(resource));
        await assertWritable(tx, actor, ids, rights);
        await refuseUnless(tx, stored, actor, { when: acting.when, records: rows.map(stored.present) });
        const changing = { ...on, rows, completed: (record: WireRecord) => completed(tx, actor, record) };
        const byId = new Map((await actOnRows(tx, deps, stored, actor, changing)).map((one) => [one.id, one]));
        return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
      }),

    actOnSlice: (tx, acting, slice) => {
      const present = (record: WireRecord) => completed(tx, slice, record);
      return namingDuplicates(resource, () =>
        actOnSlice(tx, deps, stored, { acting, slice, ready: ready(), completed: present }),
      );
    },

    arrange: (actor, id, { parent, after = 'last' }) =>
      writing(async (tx) => {
        const { tree, order } = resource;
        const place = stored.placeOf(actor);
        await lockArrangement(tx, place, resource);
        const above = tree === null ? {} : { [tree]: parent ?? null };
        await lockReferencedBy(tx, actor, above);
        const rights = await rightsOf(tx, actor);
        const row = await lockAs(tx, stored, actor, { id, revision: null }, rights);
        await assertWritable(tx, actor, [id], rights);
        await refuseUnless(tx, stored, actor, { when: resource.when.edit, records: [stored.present(row)] });
        const values = await arranged(tx, place, { tree, order: null }, [row], above);
        const group = groupSql(tree, parent ?? null);
        const position =
          order === null ? {} : { [order]: await positionIn(tx, place, { order, group, moved: id, after }) };
        const change = {
          values: { ...values, ...position },
          action: `${name}.move`,
          isLoggedAlways: false,
          isByUser: true,
        };
        const [record] = await changeRecords(tx, stored, { actor, rows: [row] }, change);
        await assertWritable(tx, actor, [id], rights, 'record_not_yours');
        return completed(tx, actor, record ?? stored.present(row));
      }),

    reveal: (actor, id, source) =>
      writing(async (tx) => reveal(tx, stored, actor, { id, source, rights: await rightsOf(tx, actor) })),
  };
}

/** The audit entry identifies the revealed value by its mask. */
async function reveal(
  tx: Tx,
  stored: StoredTable,
  actor: Actor,
  { id, source, rights }: { id: string; source: string; rights: RowRights },
): Promise<string | null> {
  const isMasked = stored.fields.some((field) => field.source === source && keepingOf(field) === 'masked');
  if (!isMasked) throw new NotFoundError();
  const seen = rights.see(stored.resource);
  const row = orNotFound((await lockRows(tx, stored.placeOf(actor), [id], seen))[0]);
  const shown = only([source], stored.present(row));
  await log(tx, stored, actor, { verb: 'reveal', recordId: id, before: shown, after: shown });
  const encrypted = row[encryptedColumn(source)];
  return typeof encrypted === 'string' ? stored.cipher.decrypt(encrypted) : null;
}

/** Writes an audit entry with values in API form: masked, and of secrets only whether they exist. */
function log(
  tx: Tx,
  { resource: { name }, clock }: StoredTable,
  actor: Actor,
  { verb, ...event }: Pick<AuditEvent, 'recordId' | 'before' | 'after'> & { verb: string; at?: Date },
): Promise<void> {
  return recordAudit(tx, { actor, action: `${name}.${verb}`, at: clock.now(), ...event });
}

/**
 * Locks a row and compares its revision.
 * @throws {NotFoundError} if there is no such row, or the actor may not see it
 * @throws {ConflictError} if the revision is outdated
 */
async function lockAs(
  tx: Tx,
  stored: StoredTable,
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
  tx: Tx,
  { resource, clock }: StoredTable,
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
