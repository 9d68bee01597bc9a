import { sql } from 'kysely';
import { type Predicate, type Resource, valuesOfOthers } from '@merchant-console/declaration';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { only } from '#server/audit/sides.ts';
import type { Tx } from '#server/db/schema.ts';
import { NotFoundError } from '#server/errors.ts';
import type { Acting, Actor, Destination, RecordWriter, Target, Values, WireRecord } from '../RecordSource.ts';
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
import { numberedFields, takeNumbers } from './numbers.ts';
import type { RowRights } from './rowRights.ts';
import { actOnSlice } from './scheduled.ts';
import { lockRows } from './storedRows.ts';
import type { StoredDeps } from './StoredTable.ts';
import { writeLines } from './writeLines.ts';
import {
  assertStillWritable,
  assertWritable,
  lockAs,
  lockReferencedBy,
  refuseUnless,
  rightsOf,
  type Writing,
  writingOf,
} from './Writing.ts';

/**
 * Writes the records of a stored resource, each write in one transaction with its audit entry.
 * @param ready the declarations whose tables exist
 */
export function createStoredWriter(deps: StoredDeps, resource: Resource, ready: () => Resource[]): RecordWriter {
  const writing = writingOf(deps, resource, ready);
  const { stored } = writing;
  const completed = completing(writing);
  const transact = <T>(work: (tx: Tx) => Promise<T>) => namingDuplicates(resource, () => deps.db.transaction(work));
  return {
    ...drawingNumbers(writing),

    create: (tx, actor, values, within) =>
      namingDuplicates(resource, async () => {
        const record = await createOne(writing, tx, actor, { values });
        await within?.(tx, record.id);
        await assertLinesOfNew(tx, actor.merchantId, resource, record.id);
        return completed(tx, actor, record);
      }),

    update: (actor, target, values, within) =>
      transact(async (tx) => {
        const record = await updateOne(writing, tx, actor, target, values);
        await within?.(tx, record.id);
        return completed(tx, actor, record);
      }),

    remove: (actor, target) =>
      transact(async (tx) => {
        await lockArrangement(tx, stored.placeOf(actor), resource);
        await lockOwnersOfRows(tx, actor.merchantId, { resource, ids: [target.id] }, ready());
        return removeOne(writing, tx, actor, target);
      }),

    writeLines: (tx, actor, owner, changes) =>
      writeLines(
        tx,
        stored,
        {
          create: (values, id) => namingDuplicates(resource, () => createOne(writing, tx, actor, { values, id })),
          update: (line, values) => namingDuplicates(resource, () => updateOne(writing, tx, actor, line, values)),
          remove: (line) => removeOne(writing, tx, actor, line, resource.name),
        },
        { actor, owner, changes },
      ),

    act: (tx, actor, ids, acting) =>
      namingDuplicates(resource, () => actOn(writing, tx, actor, { ids, acting, completed })),

    actOnSlice: (tx, acting, slice) => {
      const present = (record: WireRecord) => completed(tx, slice, record);
      return namingDuplicates(resource, () =>
        actOnSlice(tx, deps, stored, { acting, slice, ready: ready(), completed: present }),
      );
    },

    arrange: (actor, id, to) =>
      transact(async (tx) => completed(tx, actor, await arrangeOne(writing, tx, actor, id, to))),

    reveal: (actor, id, source) => transact((tx) => reveal(writing, tx, actor, { id, source })),
  };
}

type Completed = ReturnType<typeof completing>;

/** Adds a record's values of other records, as the transaction has left them. */
function completing({ stored, ready }: Writing) {
  const { resource } = stored;
  const complete = valuesOfOthers(resource.fields).length === 0 ? null : rowsOf(resource, ready);
  return async (tx: Tx, { merchantId }: Pick<Actor, 'merchantId'>, record: WireRecord): Promise<WireRecord> => {
    if (!complete) return record;
    const { rows } = await sql<StoredRow>`
      select * from ${complete} where merchant_id = ${merchantId} and id = ${record.id}`.execute(tx);
    return rows[0] ? stored.present(rows[0]) : record;
  };
}

function drawingNumbers({ deps, stored: { resource } }: Writing): Pick<RecordWriter, 'drawNumbers'> {
  const drawn = numberedFields(resource).filter(({ gapless }) => !gapless);
  if (drawn.length === 0) return {};
  return {
    drawNumbers: ({ merchantId }) =>
      takeNumbers(deps.db.kysely, { resource, merchantId, now: deps.clock.now() }, drawn),
  };
}

/** Creates a record; with the given ID if it is a line that is written with its owner. */
async function createOne(
  writing: Writing,
  tx: Tx,
  actor: Actor,
  { values, ...line }: { values: Values; id?: string },
): Promise<WireRecord> {
  const record = await insertRecord(tx, writing.stored, actor, values, { others: writing.ready(), ...line });
  await assertStillWritable(writing, tx, actor, [record]);
  return record;
}

async function updateOne(writing: Writing, tx: Tx, actor: Actor, target: Target, values: Values): Promise<WireRecord> {
  const { stored } = writing;
  const { resource } = stored;
  checkStorable(stored, values);
  await lockArrangement(tx, stored.placeOf(actor), resource);
  await lockReferencedBy(writing, tx, actor, [values]);
  const locked = await lockToWrite(writing, tx, actor, target, resource.when.edit);
  const placed = await arranged(tx, stored.placeOf(actor), resource, [locked.row], values);
  return change(writing, tx, actor, locked, { values: placed, verb: 'edit' });
}

/** Moves a record in its tree, and in its order. */
async function arrangeOne(
  writing: Writing,
  tx: Tx,
  actor: Actor,
  id: string,
  { parent, after = 'last' }: Destination,
): Promise<WireRecord> {
  const { stored } = writing;
  const { resource } = stored;
  const { tree, order } = resource;
  const place = stored.placeOf(actor);
  await lockArrangement(tx, place, resource);
  const above = tree === null ? {} : { [tree]: parent ?? null };
  await lockReferencedBy(writing, tx, actor, [above]);
  const locked = await lockToWrite(writing, tx, actor, { id, revision: null }, resource.when.edit);
  const values = await arranged(tx, place, { tree, order: null }, [locked.row], above);
  const group = groupSql(tree, parent ?? null);
  const position = order === null ? {} : { [order]: await positionIn(tx, place, { order, group, moved: id, after }) };
  return change(writing, tx, actor, locked, { values: { ...values, ...position }, verb: 'move' });
}

interface Locked {
  row: StoredRow;
  record: WireRecord;
  rights: RowRights;
}

/** Locks a row that the actor may write now, and whose record fulfils the condition. */
async function lockToWrite(
  writing: Writing,
  tx: Tx,
  actor: Actor,
  target: Target,
  when: Predicate | null,
): Promise<Locked> {
  const rights = await rightsOf(writing, tx, actor);
  const row = await lockAs(writing, tx, actor, target, rights);
  await assertWritable(writing, tx, actor, { ids: [row.id], rights });
  const record = writing.stored.present(row);
  await refuseUnless(writing, tx, actor, { when, records: [record] });
  return { row, record, rights };
}

/** Changes a locked record, which the actor must be able to write afterwards too. */
async function change(
  writing: Writing,
  tx: Tx,
  actor: Actor,
  { row, record, rights }: Locked,
  { values, verb }: { values: Values; verb: string },
): Promise<WireRecord> {
  const { stored } = writing;
  const edit = { values, action: `${stored.resource.name}.${verb}`, isLoggedAlways: false, isByUser: true };
  const [changed] = await changeRecords(tx, stored, { actor, rows: [row] }, edit);
  await assertWritable(writing, tx, actor, { ids: [row.id], rights, id: 'record_not_yours' });
  return changed ?? record;
}

/** @param except see `assertEnoughLines` */
async function removeOne(writing: Writing, tx: Tx, actor: Actor, target: Target, except?: string): Promise<WireRecord> {
  const { deps, stored, ready } = writing;
  const { resource } = stored;
  const { row, record } = await lockToWrite(writing, tx, actor, target, resource.when.delete);
  const deletion = await deleteRecords(tx, deps, actor, { resource, rows: [row] }, ready());
  await assertEnoughLines(tx, actor.merchantId, deletion, ready(), except);
  return record;
}

interface ActingOn {
  ids: readonly string[];
  acting: Acting;
  completed: Completed;
}

/** @returns the records in the order of their IDs */
async function actOn(
  writing: Writing,
  tx: Tx,
  actor: Actor,
  { ids, acting, completed }: ActingOn,
): Promise<WireRecord[]> {
  const { deps, stored, ready } = writing;
  const on = { acting, ready: ready(), scope: await scopeOfAction(tx, actor, deps.clock.now(), acting) };
  await lockForAction(tx, deps, stored, actor, on);
  const rights = await rightsOf(writing, tx, actor);
  const rows = await lockRows(tx, stored.placeOf(actor), ids, rights.see(stored.resource));
  await assertWritable(writing, tx, actor, { ids, rights });
  await refuseUnless(writing, tx, actor, { when: acting.when, records: rows.map(stored.present) });
  const changing = { ...on, rows, completed: (record: WireRecord) => completed(tx, actor, record) };
  const byId = new Map((await actOnRows(tx, deps, stored, actor, changing)).map((one) => [one.id, one]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

/** The full value of a masked field. The audit entry identifies it by its mask. */
async function reveal(
  writing: Writing,
  tx: Tx,
  actor: Actor,
  { id, source }: { id: string; source: string },
): Promise<string | null> {
  const { stored } = writing;
  const { name } = stored.resource;
  const rights = await rightsOf(writing, tx, actor);
  const isMasked = stored.fields.some((field) => field.source === source && keepingOf(field) === 'masked');
  if (!isMasked) throw new NotFoundError();
  const row = await lockAs(writing, tx, actor, { id, revision: null }, rights);
  const shown = only([source], stored.present(row));
  const sides = { before: shown, after: shown };
  await recordAudit(tx, { actor, action: `${name}.reveal`, recordId: id, at: stored.clock.now(), ...sides });
  const encrypted = row[encryptedColumn(source)];
  return typeof encrypted === 'string' ? stored.cipher.decrypt(encrypted) : null;
}
