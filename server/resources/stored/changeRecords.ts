import type { Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { recordAudits } from '#server/audit/recordAudit.ts';
import type { Actor, Values, WireRecord } from '../RecordSource.ts';
import { auditEvent, only } from './auditedChange.ts';
import { differingValues } from './differingValues.ts';
import type { StoredRow } from './presentRow.ts';
import type { StoredTable } from './StoredTable.ts';
import { withHeldFiles } from './storedFiles.ts';
import { updateRows } from './storedRows.ts';

export interface Change {
  values: Values;
  /** For the audit log. */
  action: string;
  /** Whether the log has it even where a record has these values already. */
  isLoggedAlways: boolean;
}

/**
 * Gives locked rows new values. A record that has them already is left alone: its revision stays, too.
 * @returns all of the records, in the order of the rows
 */
export async function changeRecords(
  tx: Transaction<Database>,
  stored: StoredTable,
  { actor, rows }: { actor: Actor; rows: readonly StoredRow[] },
  { values, action, isLoggedAlways }: Change,
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
  const logged = isLoggedAlways ? changes : touched;
  const events = logged.map(({ row, differing }) => {
    const sources = Object.keys(differing);
    const sides = { before: only(sources, present(row)), after: only(sources, after(row)) };
    return auditEvent(actor, resource.name, now, { action, recordId: row.id, ...sides });
  });
  await recordAudits(tx, events);
  return rows.map(after);
}
