import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Field, Resource } from '@merchant-console/declaration';
import { recordAudits } from '#server/audit/recordAudit.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ConflictError, ForbiddenError } from '#server/errors.ts';
import type { ChangedRecord, ImportPower, RecordImporter } from '../RecordImporter.ts';
import type { Actor, Target, Values, WireRecord } from '../RecordSource.ts';
import type { Viewer } from '../ResourceBackend.ts';
import { arranged, isArranged, lockArrangement } from './arrange.ts';
import { assertRules } from './assertRules.ts';
import { changeEach, checkStorable, presentValues, wholeValue } from './changeRecords.ts';
import { storedColumnsOf } from './columns.ts';
import { deleteRecords } from './deleteRecords.ts';
import { indexesOf } from './indexes.ts';
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
import { idsIn, lockReferenced } from './references.ts';
import { rowRights } from './rowRights.ts';
import { idsWhere, insertRowsTogether, lockRows } from './storedRows.ts';
import { type StoredDeps, storedTable } from './StoredTable.ts';
import { namingDuplicates } from './namingDuplicates.ts';
import { refuseUnless } from './storedWriter.ts';

/** @param ready the declarations whose tables exist */
export function createImporter(deps: StoredDeps, resource: Resource, ready: () => Resource[]): RecordImporter {
  const stored = storedTable(deps, resource);
  const { name } = resource;
  const numbered = numberedFields(resource);
  const rightsOf = (db: DbOrTx, actor: Viewer) =>
    rowRights(db, actor, deps.clock.now(), { resources: [resource], others: ready() });

  /** Locks what all the values refer to. */
  const lockReferencedBy = (tx: Tx, { merchantId }: Actor, many: readonly Values[]) => {
    const sources = new Set(many.flatMap((values) => Object.keys(values)));
    const values = Object.fromEntries(
      [...sources].map((source) => [source, many.flatMap((one) => idsIn(one[source]))] as const),
    );
    return lockReferenced(tx, merchantId, { resource, values }, ready());
  };

  async function assertWritable(tx: Tx, actor: Actor, ids: readonly string[], id: string): Promise<void> {
    const rights = await rightsOf(tx, actor);
    const writable = await idsWhere(tx, stored.placeOf(actor), ids, rights.write(resource));
    if (writable.size < new Set(ids).size) throw new ForbiddenError(id);
  }

  async function lockAll(tx: Tx, actor: Actor, targets: readonly Target[], power: ImportPower): Promise<StoredRow[]> {
    const seen = power === 'server' ? null : (await rightsOf(tx, actor)).see(resource);
    const ids = targets.map(({ id }) => id);
    const locked = await lockRows(tx, stored.placeOf(actor), ids, seen);
    const byId = new Map(locked.map((row) => [row.id, row]));
    const rows = targets.flatMap(({ id }) => byId.get(id) ?? []);
    for (const { id, revision } of targets) {
      const row = byId.get(id);
      if (row && revision !== null && row.revision !== revision)
        throw new ConflictError({ id: 'import_row_changed', current: stored.present(row) });
    }
    if (power === 'user') await assertWritable(tx, actor, ids, 'record_not_writable');
    return rows;
  }

  /** The values of the row that others replace. */
  function wholeValues(row: StoredRow, others: Values): Values {
    const record = stored.present(row);
    const replaced = stored.fields.filter(({ source }) => Object.hasOwn(others, source));
    return Object.fromEntries(replaced.map((field) => [field.source, wholeValue(field, { row, record }, deps.cipher)]));
  }

  return {
    unique: indexesOf(resource).flatMap(({ unique, name: index }) =>
      unique.length === 0
        ? []
        : [{ sources: unique.map(({ source }) => source), folded: isFolded(resource, unique, index) }],
    ),

    async find(db, actor, { sources, folded }, wanted) {
      const fields = sources.flatMap((source) => resource.fields.find((field) => field.source === source) ?? []);
      const { rows } = await sql<StoredRow & { wanted_place: number }>`
        select w.wanted_place, t.* from json_to_recordset(${json(wanted)}::json) as w (wanted_place integer, ${columnsOf(fields)})
        join ${sql.table(stored.placeOf(actor).table)} t on t.merchant_id = ${actor.merchantId}
          and ${sql.join(
            fields.map((field, at) => isSame(field, at, folded)),
            sql` and `,
          )}`.execute(db);
      const rights = await rightsOf(db, actor);
      const ids = rows.map(({ id }) => id);
      const seen = await idsWhere(db, stored.placeOf(actor), ids, rights.see(resource));
      const writable = await idsWhere(db, stored.placeOf(actor), ids, rights.write(resource));
      return new Map(
        rows.map((row) => [
          row.wanted_place,
          { record: stored.present(row), isSeen: seen.has(row.id), isWritable: writable.has(row.id) },
        ]),
      );
    },

    create: (tx, actor, many) =>
      namingDuplicates(resource, async () => {
        for (const values of many) checkStorable(stored, values);
        const { merchantId } = actor;
        const place = stored.placeOf(actor);
        const others = ready();
        await lockArrangement(tx, place, resource);
        await lockOwners(tx, merchantId, { resource, rows: many }, others);
        await lockReferencedBy(tx, actor, many);
        const now = deps.clock.now();
        const withNumbers = async (values: Values): Promise<Values> => {
          const missing = numbered.filter(({ source }) => values[source] === undefined);
          return { ...values, ...(await takeNumbers(tx, { resource, merchantId, now }, missing)) };
        };
        const records: WireRecord[] = [];
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
          records.push(...ids.flatMap((id) => byId.get(id) ?? []));
        };
        // A position follows from those of the records before it.
        if (isArranged(resource) || hasOwners(resource, others)) {
          for (const values of many) {
            const own = await placedLast(tx, merchantId, { resource, values }, others);
            await insert([await withNumbers(await arranged(tx, place, resource, [], own))]);
          }
        } else {
          const whole: Values[] = [];
          for (const values of many) whole.push(await withNumbers(values));
          await insert(whole);
        }
        for (const values of many) await assertFewLines(tx, merchantId, { resource, values }, others);
        for (const { id } of records) await assertLinesOfNew(tx, merchantId, resource, id);
        await assertRules(
          tx,
          stored,
          actor,
          records.map((after) => ({ before: null, after })),
        );
        const ids = records.map(({ id }) => id);
        await assertWritable(tx, actor, ids, 'record_not_yours');
        await queueRecordEvents(
          tx,
          stored,
          actor,
          records.map((record) => ({ verb: 'create', record })),
        );
        await recordAudits(
          tx,
          records.map((record) => ({
            actor,
            action: `${name}.create`,
            recordId: record.id,
            after: presentValues(stored.fields, record),
            at: now,
          })),
        );
        return records.map(({ id }) => ({ id, revision: 1, before: {} }));
      }),

    update: (tx, actor, many, power) =>
      namingDuplicates(resource, async () => {
        for (const { values } of many) checkStorable(stored, values);
        const place = stored.placeOf(actor);
        await lockArrangement(tx, place, resource);
        await lockReferencedBy(
          tx,
          actor,
          many.map(({ values }) => values),
        );
        const rows = await lockAll(tx, actor, many, power);
        const records = rows.map(stored.present);
        if (power === 'user') await refuseUnless(tx, stored, actor, { when: resource.when.edit, records });
        const changed: ChangedRecord[] = [];
        const change = async (changes: readonly { row: StoredRow; values: Values }[]) => {
          const how = { action: `${name}.edit`, isLoggedAlways: false, isByUser: true };
          const after = await changeEach(tx, stored, { actor, changes }, how);
          for (const [at, { row, values }] of changes.entries())
            changed.push({ id: row.id, revision: Number(after[at]?.['revision']), before: wholeValues(row, values) });
        };
        const changes = rows.map((row, at) => ({ row, values: many[at]?.values ?? {} }));
        if (isArranged(resource)) {
          for (const { row, values } of changes)
            await change([{ row, values: await arranged(tx, place, resource, [row], values) }]);
        } else await change(changes);
        const ids = rows.map(({ id }) => id);
        if (power === 'user') await assertWritable(tx, actor, ids, 'record_not_yours');
        return changed;
      }),

    async remove(tx, actor, many, power) {
      const others = ready();
      await lockArrangement(tx, stored.placeOf(actor), resource);
      await lockOwnersOfRows(tx, actor.merchantId, { resource, ids: many.map(({ id }) => id) }, others);
      const rows = await lockAll(tx, actor, many, power);
      const records = rows.map(stored.present);
      if (power === 'user') await refuseUnless(tx, stored, actor, { when: resource.when.delete, records });
      const deletion = await deleteRecords(tx, deps, actor, { resource, rows }, others);
      await assertEnoughLines(tx, actor.merchantId, deletion, others);
    },
  };
}

function isFolded({ name }: Resource, unique: readonly Field[], index: string): boolean {
  const [field] = unique;
  const ignoresCase = field?.type === 'text' && field.unique === 'ignoring case';
  return unique.length === 1 && ignoresCase && !index.startsWith(`r_${name}$together$`);
}

const columnName = (at: number) => `wanted_${at}`;

/** Types of the wanted values, because JSON has fewer. */
function columnsOf(fields: readonly Field[]): RawBuilder<unknown> {
  return sql.join(
    fields.map((field, at) => {
      const [column] = storedColumnsOf(field);
      return sql`${sql.ref(columnName(at))} ${sql.raw(column?.type ?? 'text')}`;
    }),
  );
}

function isSame({ source }: Field, at: number, folded: boolean): RawBuilder<unknown> {
  const [own, other] = [sql.ref(`t.${source}`), sql.ref(`w.${columnName(at)}`)];
  return folded ? sql`fold_case(${own}) = fold_case(${other})` : sql`${own} = ${other}`;
}

function json(wanted: ReadonlyMap<number, readonly unknown[]>): string {
  return JSON.stringify(
    [...wanted].map(([place, values]) => ({
      wanted_place: place,
      ...Object.fromEntries(values.map((value, at) => [columnName(at), value])),
    })),
  );
}
