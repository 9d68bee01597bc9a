import { isDeepStrictEqual } from 'node:util';
import type { Field, Resource } from '@merchant-console/declaration';
import { type AuditEvent, recordAudits } from '#server/audit/recordAudit.ts';
import { only } from '#server/audit/sides.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Tx } from '#server/db/schema.ts';
import { type Message, ValidationError } from '#server/errors.ts';
import { isStorable } from '#server/storable.ts';
import type { Author, Values, WireRecord } from '../RecordSource.ts';
import { hideUnshown } from '../readValues.ts';
import { assertRules } from './assertRules.ts';
import { encryptedColumn, keepingOf, storedFieldsOf } from './columns.ts';
import { longestIndexed } from './indexes.ts';
import type { StoredRow } from './presentRow.ts';
import { queueRecordEvents } from './recordEvents.ts';
import { withHeldFiles } from './storedFiles.ts';
import { updateRows, updateRowsTogether } from './storedRows.ts';
import type { StoredTable } from './StoredTable.ts';

interface Changing {
  /** Action of the audit entry. */
  action: string;
  /** True to log also if the record has these values already. */
  isLoggedAlways: boolean;
  /** True if the user entered the values, not an action or a deletion. */
  isByUser?: boolean;
  /** Collects the audit entries, which the caller writes as the transaction's last lock. Default: written here. */
  audits?: AuditEvent[];
}

/** A locked row, and the values to write. */
interface RowChange {
  row: StoredRow;
  values: Values;
}

/**
 * Writes the same values to locked rows. A record that already has them isn't changed, and keeps its revision.
 * @returns all records in the order of the rows
 * @throws {ValidationError} if a changed record breaks a rule
 */
export async function changeRecords(
  tx: Tx,
  stored: StoredTable,
  { actor, rows }: { actor: Author; rows: readonly StoredRow[] },
  { values, ...changing }: Changing & { values: Values },
): Promise<WireRecord[]> {
  return changeEach(tx, stored, { actor, changes: rows.map((row) => ({ row, values })) }, changing);
}

/** Like `changeRecords`, with values of its own for each row. */
export async function changeEach(
  tx: Tx,
  stored: StoredTable,
  { actor, changes }: { actor: Author; changes: readonly RowChange[] },
  { action, isLoggedAlways, isByUser, audits }: Changing,
): Promise<WireRecord[]> {
  const { resource, cipher, present } = stored;
  const now = stored.clock.now();
  const compared = changes.map(({ row, values }) => {
    const record = present(row);
    return { row, values, record, differing: differingValues(resource, { row, record }, values, cipher) };
  });
  const touched = compared.filter(({ differing }) => Object.keys(differing).length > 0);
  const held: RowChange[] = [];
  for (const { row, record, values, differing } of touched) {
    const holding = { merchantId: actor.merchantId, recordId: row.id, before: record };
    held.push({ row, values: { ...values, ...(await withHeldFiles(tx, resource, holding, differing)) } });
  }
  const isSame = touched.every(({ values }) => values === touched[0]?.values);
  const updated = await writeRows(tx, stored, actor, { changes: held, isSame, now });
  const recordAfter = new Map(updated.map((row) => [row.id, present(row)]));
  const after = ({ row, record }: { row: StoredRow; record: WireRecord }) => recordAfter.get(row.id) ?? record;
  const writes = touched.map((one) => ({ before: one.record, after: after(one) }));
  await assertRules(tx, stored, actor, writes, isByUser);
  const logged = isLoggedAlways ? compared : touched;
  const events = logged.map((one) => {
    const sources = Object.keys(one.differing);
    const sides = { before: only(sources, one.record), after: only(sources, after(one)) };
    return { actor, action, recordId: one.row.id, ...sides, at: now };
  });
  const key = action.slice(action.lastIndexOf('.') + 1);
  const verb = key === 'move' ? 'edit' : key;
  const happened = logged.map((one) => ({
    verb,
    record: after(one),
    before: only(Object.keys(one.differing), one.record),
  }));
  await queueRecordEvents(tx, stored, actor, happened);
  if (audits) audits.push(...events);
  else await recordAudits(tx, events);
  return compared.map(after);
}

/** @param isSame true if all rows get the same values */
async function writeRows(
  tx: Tx,
  { placeOf, columnsFor }: StoredTable,
  actor: Author,
  { changes, isSame, now }: { changes: readonly RowChange[]; isSame: boolean; now: Date },
): Promise<StoredRow[]> {
  const time = { name: 'updated_at', value: now };
  if (!isSame) {
    const many = changes.map(({ row: { id }, values }) => ({ id, columns: [time, ...columnsFor(values)] }));
    return updateRowsTogether(tx, placeOf(actor), many);
  }
  // A file belongs to one record, so at most one of them has files of its own.
  const values: Values = Object.fromEntries(changes.flatMap((change) => Object.entries(change.values)));
  const rows = changes.map(({ row }) => row);
  return updateRows(tx, placeOf(actor), rows, [time, ...columnsFor(values)]);
}

/** Groups rows by the values to write: fields whose `when` doesn't hold for the changed record are emptied. */
export function byShownValues({ resource, present }: StoredTable, rows: readonly StoredRow[], values: Values) {
  const groups = new Map<string, { values: Values; rows: StoredRow[] }>();
  for (const row of rows) {
    const shown = hideUnshown({ fields: resource.fields, current: present(row) }, values);
    const key = JSON.stringify(shown);
    const group = groups.get(key) ?? { values: shown, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return groups.values();
}

/** The value of a row in the form in which it is written: not masked. */
export function wholeValue(field: Field, { row, record }: { row: StoredRow; record: WireRecord }, cipher: Cipher) {
  if (keepingOf(field) === 'plain') return record[field.source];
  const encrypted = row[encryptedColumn(field.source)];
  return typeof encrypted === 'string' ? cipher.decrypt(encrypted) : null;
}

/** The values that differ from the row; encrypted fields are compared decrypted. */
function differingValues(
  resource: Resource,
  { row, record }: { row: StoredRow; record: WireRecord },
  values: Values,
  cipher: Cipher,
): Values {
  return Object.fromEntries(
    storedFieldsOf(resource)
      .filter(({ source }) => Object.hasOwn(values, source))
      .filter(
        (field) => !isDeepStrictEqual(wholeValue(field, { row, record }, cipher) ?? null, values[field.source] ?? null),
      )
      .map(({ source }) => [source, values[source] ?? null]),
  );
}

/** The values that a record has, without empty fields. */
export function presentValues(fields: readonly Field[], record: WireRecord): Values {
  const given = fields.filter(({ source, type }) => {
    const value = record[source] ?? null;
    return value !== null && !(type === 'secret' && value === false);
  });
  return only(
    given.map(({ source }) => source),
    record,
  );
}

/**
 * Checks values against limits of the database that the declaration doesn't know.
 * @throws {ValidationError} if a value can't be stored; names each field
 */
export function checkStorable({ fields, resource }: Pick<StoredTable, 'fields' | 'resource'>, values: Values): void {
  const problems = fields.flatMap((field): [string, Message][] => {
    const value = values[field.source];
    if (field.type === 'json') return isStorable(value) ? [] : [[field.source, { key: 'invalid_format' }]];
    const longest = longestIndexed(field, resource);
    if (typeof value !== 'string' || longest === null || Buffer.byteLength(value) <= longest) return [];
    return [[field.source, { key: 'too_long', args: { max: charactersThatFit(value, longest) } }]];
  });
  if (problems.length > 0) throw new ValidationError(Object.fromEntries(problems));
}

function charactersThatFit(text: string, longest: number): number {
  const characters = Array.from(text);
  let count = 0;
  for (let bytes = 0; count < characters.length; count += 1) {
    bytes += Buffer.byteLength(characters[count] ?? '');
    if (bytes > longest) break;
  }
  return count;
}
