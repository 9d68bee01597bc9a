import { v7 as uuidv7 } from 'uuid';
import type { Resource } from '@merchant-console/declaration';
import { recordAudits } from '#server/audit/recordAudit.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import type { ChangedRecord, ImportPower, RecordImporter } from '../RecordImporter.ts';
import type { Actor, Target, Values, WireRecord } from '../RecordSource.ts';
import { arranged, isArranged, lockArrangement } from './arrange.ts';
import { assertRules } from './assertRules.ts';
import { changeEach, checkStorable, presentValues, wholeValue } from './changeRecords.ts';
import { deleteRecords } from './deleteRecords.ts';
import { importLookup } from './importLookup.ts';
import { namingDuplicates } from './namingDuplicates.ts';
import { numberedFields, takeNumbers } from './numbers.ts';
import {
  assertEnoughLines,
  assertFewLines,
  assertLinesOfNew,
  hasOwners,
  lockOwners,
  lockOwnersOfRows,
  placedLast,
} from './ownLines.ts';
import type { StoredRow } from './presentRow.ts';
import { queueRecordEvents } from './recordEvents.ts';
import { insertRowsTogether, lockRows } from './storedRows.ts';
import type { StoredDeps, StoredTable } from './StoredTable.ts';
import {
  assertStillWritable,
  assertWritable,
  lockReferencedBy,
  refuseUnless,
  rightsOf,
  type Writing,
  writingOf,
} from './Writing.ts';

/** @param ready the declarations whose tables exist */
export function createImporter(deps: StoredDeps, resource: Resource, ready: () => Resource[]): RecordImporter {
  const writing = writingOf(deps, resource, ready);
  return {
    ...importLookup(writing),
    create: (tx, actor, many) => namingDuplicates(resource, () => create(writing, tx, actor, many)),
    update: (tx, actor, many, power) => namingDuplicates(resource, () => update(writing, tx, actor, many, power)),
    remove: (tx, actor, many, power) => remove(writing, tx, actor, many, power),
  };
}

async function create(writing: Writing, tx: Tx, actor: Actor, many: readonly Values[]): Promise<ChangedRecord[]> {
  const { stored, ready } = writing;
  const { resource } = stored;
  const { merchantId } = actor;
  const others = ready();
  for (const values of many) checkStorable(stored, values);
  await lockArrangement(tx, stored.placeOf(actor), resource);
  await lockOwners(tx, merchantId, { resource, rows: many }, others);
  await lockReferencedBy(writing, tx, actor, many);
  const now = stored.clock.now();
  const records = await insertAll(writing, tx, actor, many, now);
  for (const values of many) await assertFewLines(tx, merchantId, { resource, values }, others);
  for (const { id } of records) await assertLinesOfNew(tx, merchantId, resource, id);
  const created = records.map((after) => ({ before: null, after }));
  await assertRules(tx, stored, actor, created);
  await assertStillWritable(writing, tx, actor, records);
  const events = records.map((record) => ({ verb: 'create', record }));
  await queueRecordEvents(tx, stored, actor, events);
  const audits = records.map((record) => ({
    actor,
    action: `${resource.name}.create`,
    recordId: record.id,
    after: presentValues(stored.fields, record),
    at: now,
  }));
  await recordAudits(tx, audits);
  return records.map(({ id }) => ({ id, revision: 1, before: {} }));
}

/** Inserts the records with their numbers and positions, together if none depends on another. */
async function insertAll(
  { stored, ready }: Writing,
  tx: Tx,
  actor: Actor,
  many: readonly Values[],
  now: Date,
): Promise<WireRecord[]> {
  const { resource } = stored;
  const { merchantId } = actor;
  const place = stored.placeOf(actor);
  const numbered = numberedFields(resource);
  const withNumbers = async (values: Values): Promise<Values> => {
    const missing = numbered.filter(({ source }) => values[source] === undefined);
    return { ...values, ...(await takeNumbers(tx, { resource, merchantId, now }, missing)) };
  };
  const insert = async (all: readonly Values[]) => {
    const ids = all.map(() => uuidv7({ msecs: now.getTime() }));
    const rows = all.map((values, at) => [
      { name: 'id', value: ids[at] },
      { name: 'created_at', value: now },
      { name: 'updated_at', value: now },
      ...stored.columnsFor(values),
    ]);
    const inserted = await insertRowsTogether(tx, place, rows);
    const byId = new Map(inserted.map((row) => [row.id, stored.present(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  const others = ready();
  if (!isArranged(resource) && !hasOwners(resource, others)) {
    const whole: Values[] = [];
    for (const values of many) whole.push(await withNumbers(values));
    return insert(whole);
  }
  // A position follows from those of the records before it.
  const records: WireRecord[] = [];
  for (const values of many) {
    const own = await placedLast(tx, merchantId, { resource, values }, others);
    records.push(...(await insert([await withNumbers(await arranged(tx, place, resource, [], own))])));
  }
  return records;
}

async function update(
  writing: Writing,
  tx: Tx,
  actor: Actor,
  many: readonly (Target & { values: Values })[],
  power: ImportPower,
): Promise<ChangedRecord[]> {
  const { stored } = writing;
  const { resource } = stored;
  const place = stored.placeOf(actor);
  const given = many.map(({ values }) => values);
  for (const values of given) checkStorable(stored, values);
  await lockArrangement(tx, place, resource);
  await lockReferencedBy(writing, tx, actor, given);
  const rows = await lockAll(writing, tx, actor, many, power);
  const changes = rows.map((row, at) => ({ row, values: given[at] ?? {} }));
  if (power === 'user')
    await refuseUnless(writing, tx, actor, { when: resource.when.edit, records: rows.map(stored.present) });
  const how = { action: `${resource.name}.edit`, isLoggedAlways: false, isByUser: true };
  const change = async (some: typeof changes): Promise<ChangedRecord[]> => {
    const after = await changeEach(tx, stored, { actor, changes: some }, how);
    return some.map(({ row, values }, at) => ({
      id: row.id,
      revision: Number(after[at]?.['revision']),
      before: wholeValues(stored, row, values),
    }));
  };
  const changed: ChangedRecord[] = [];
  if (isArranged(resource)) {
    for (const { row, values } of changes)
      changed.push(...(await change([{ row, values: await arranged(tx, place, resource, [row], values) }])));
  } else changed.push(...(await change(changes)));
  if (power === 'user') await assertStillWritable(writing, tx, actor, rows);
  return changed;
}

async function remove(
  writing: Writing,
  tx: Tx,
  actor: Actor,
  many: readonly Target[],
  power: ImportPower,
): Promise<void> {
  const { deps, stored, ready } = writing;
  const { resource } = stored;
  const others = ready();
  await lockArrangement(tx, stored.placeOf(actor), resource);
  await lockOwnersOfRows(tx, actor.merchantId, { resource, ids: many.map(({ id }) => id) }, others);
  const rows = await lockAll(writing, tx, actor, many, power);
  const records = rows.map(stored.present);
  if (power === 'user') await refuseUnless(writing, tx, actor, { when: resource.when.delete, records });
  const deletion = await deleteRecords(tx, deps, actor, { resource, rows }, others);
  await assertEnoughLines(tx, actor.merchantId, deletion, others);
}

/**
 * Locks records. @returns them in the order of `targets`
 * @throws {NotFoundError} if one doesn't exist
 * @throws {ForbiddenError} if the actor may not write them all
 * @throws {ConflictError} if one has another revision
 */
async function lockAll(
  writing: Writing,
  tx: Tx,
  actor: Actor,
  targets: readonly Target[],
  power: ImportPower,
): Promise<StoredRow[]> {
  const { stored } = writing;
  const rights = power === 'server' ? null : await rightsOf(writing, tx, actor);
  const ids = targets.map(({ id }) => id);
  const locked = await lockRows(tx, stored.placeOf(actor), ids, rights && rights.see(stored.resource));
  const byId = new Map(locked.map((row) => [row.id, row]));
  for (const { id, revision } of targets) {
    const row = byId.get(id);
    if (row && revision !== null && row.revision !== revision)
      throw new ConflictError({ id: 'import_row_changed', current: stored.present(row) });
  }
  if (rights) await assertWritable(writing, tx, actor, { ids, rights });
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The values of the row that others replace. */
function wholeValues({ fields, cipher, present }: StoredTable, row: StoredRow, others: Values): Values {
  const record = present(row);
  const replaced = fields.filter(({ source }) => Object.hasOwn(others, source));
  return Object.fromEntries(replaced.map((field) => [field.source, wholeValue(field, { row, record }, cipher)]));
}
