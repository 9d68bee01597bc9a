import { v7 as uuidv7 } from 'uuid';
import type { Resource } from '@merchant-console/declaration';
import { type AuditEvent, recordAudits } from '#server/audit/recordAudit.ts';
import type { Tx } from '#server/db/schema.ts';
import type { Author, Values, WireRecord } from '../RecordSource.ts';
import { arranged, lockArrangement } from './arrange.ts';
import { assertRules } from './assertRules.ts';
import { checkStorable, presentValues } from './changeRecords.ts';
import { numberedFields, takeNumbers } from './numbers.ts';
import { assertFewLines, lockOwners, placedLast } from './ownLines.ts';
import { queueRecordEvents } from './recordEvents.ts';
import { lockReferenced } from './references.ts';
import { withHeldFiles } from './storedFiles.ts';
import { insertRow } from './storedRows.ts';
import type { StoredTable } from './StoredTable.ts';

/**
 * Inserts a record with its position, its numbers and its audit entry.
 *
 * @param others the declarations whose tables exist
 * @param audits collects the audit entry, which the caller writes as the transaction's last lock. Default: written here
 * @param id of a line that is written with its owner, whose lines the caller orders and counts. Default: a new one
 * @throws {ValidationError} if it breaks a rule, or refers to records that don't exist
 */
export async function insertRecord(
  tx: Tx,
  stored: StoredTable,
  author: Author,
  values: Values,
  { others, audits, id: given }: { others: readonly Resource[]; audits?: AuditEvent[]; id?: string },
): Promise<WireRecord> {
  const { resource, fields, clock, placeOf, columnsFor } = stored;
  const place = placeOf(author);
  checkStorable(stored, values);
  await lockArrangement(tx, place, resource);
  const isAlone = given === undefined;
  const line = { resource, values };
  if (isAlone) await lockOwners(tx, author.merchantId, { resource, rows: [values] }, others);
  await lockReferenced(tx, author.merchantId, { resource, values }, others);
  const own = isAlone ? await placedLast(tx, author.merchantId, line, others) : values;
  const placed = await arranged(tx, place, resource, [], own);
  // Last, because a counter is locked until the transaction ends.
  const missing = numberedFields(resource).filter(({ source }) => values[source] === undefined);
  const numbering = { resource, merchantId: author.merchantId, now: clock.now() };
  const numbers = await takeNumbers(tx, numbering, missing);
  const now = clock.now();
  const id = given ?? uuidv7({ msecs: now.getTime() });
  const always = [
    { name: 'id', value: id },
    { name: 'created_at', value: now },
    { name: 'updated_at', value: now },
  ];
  const holding = { merchantId: author.merchantId, recordId: id, before: null };
  const columns = columnsFor(await withHeldFiles(tx, resource, holding, { ...placed, ...numbers }));
  const record = stored.present(await insertRow(tx, place, [...always, ...columns]));
  if (isAlone) await assertFewLines(tx, author.merchantId, line, others);
  await assertRules(tx, stored, author, [{ before: null, after: record }]);
  await queueRecordEvents(tx, stored, author, [{ verb: 'create', record }]);
  const after = presentValues(fields, record);
  const event = { actor: author, action: `${resource.name}.create`, recordId: id, after, at: now };
  if (audits) audits.push(event);
  else await recordAudits(tx, [event]);
  return record;
}
