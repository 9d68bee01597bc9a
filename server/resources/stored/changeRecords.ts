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
import { presentRow, type StoredRow } from './presentRow.ts';
import { withHeldFiles } from './storedFiles.ts';
import { updateRows } from './storedRows.ts';
import type { StoredTable } from './StoredTable.ts';

interface Change {
  values: Values;
  /** Action of the audit entry. */
  action: string;
  /** True to log also if the record has these values already. */
  isLoggedAlways: boolean;
  /** True if the user entered the values, not an action or a deletion. */
  isByUser?: boolean;
  /** Collects the audit entries, which the caller writes as the transaction's last lock. Default: written here. */
  audits?: AuditEvent[];
}

/**
 * Updates locked rows. A record that already has the values isn't changed, and keeps its revision.
 * @returns all records in the order of the rows
 * @throws {ValidationError} if a changed record breaks a rule
 */
export async function changeRecords(
  tx: Tx,
  stored: StoredTable,
  { actor, rows }: { actor: Author; rows: readonly StoredRow[] },
  { values, action, isLoggedAlways, isByUser, audits }: Change,
): Promise<WireRecord[]> {
  const { resource, cipher, present, placeOf } = stored;
  const now = stored.clock.now();
  const changes = rows.map((row) => ({ row, differing: differingValues(resource, row, values, cipher) }));
  const touched = changes.filter(({ differing }) => Object.keys(differing).length > 0);
  const written = { ...values };
  for (const { row, differing } of touched) {
    const holding = { merchantId: actor.merchantId, recordId: row.id, before: present(row) };
    Object.assign(written, await withHeldFiles(tx, resource, holding, differing));
  }
  const columns = [{ name: 'updated_at', value: now }, ...stored.columnsFor(written)];
  const touchedRows = touched.map(({ row }) => row);
  const updated = await updateRows(tx, placeOf(actor), touchedRows, columns);
  const rowAfter = new Map(updated.map((row) => [row.id, row]));
  const after = (row: StoredRow) => present(rowAfter.get(row.id) ?? row);
  const writes = touchedRows.map((row) => ({ before: present(row), after: after(row) }));
  await assertRules(tx, stored, actor, writes, isByUser);
  const logged = isLoggedAlways ? changes : touched;
  const events = logged.map(({ row, differing }) => {
    const sources = Object.keys(differing);
    const sides = { before: only(sources, present(row)), after: only(sources, after(row)) };
    return { actor, action, recordId: row.id, ...sides, at: now };
  });
  if (audits) audits.push(...events);
  else await recordAudits(tx, events);
  return rows.map(after);
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
function differingValues(resource: Resource, row: StoredRow, values: Values, cipher: Cipher): Values {
  const record = presentRow(resource, row);
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
