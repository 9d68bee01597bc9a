import { type CreateStep, dayInZone, readPlaceholder, partsOfSet, type Resource } from '@merchant-console/declaration';
import { type AuditEvent, recordAudits } from '#server/audit/recordAudit.ts';
import type { Tx } from '#server/db/schema.ts';
import { merchantOf } from '#server/db/tenants.ts';
import type { Acting, Author, Values, WireRecord } from '../RecordSource.ts';
import { type ActionScope, knownReferences, valuesToSet } from './actionValues.ts';
import { arranged, lockArrangement } from './arrange.ts';
import { byShownValues, changeRecords, checkStorable } from './changeRecords.ts';
import { createByAction, targetOf } from './createByAction.ts';
import type { StoredRow } from './presentRow.ts';
import { lockReferenced } from './references.ts';
import { type StoredDeps, storedTable, type StoredTable } from './StoredTable.ts';

/** What the placeholders of an action stand for now. */
export async function scopeOfAction(
  tx: Tx,
  { merchantId, userId }: Author,
  now: Date,
  { form, seen }: Pick<Acting, 'form' | 'seen'>,
): Promise<ActionScope> {
  const { time_zone: zone } = await merchantOf(tx, merchantId);
  return { form, seen, userId, now, today: dayInZone(now, zone), zone };
}

export interface ActionOn {
  acting: Pick<Acting, 'set' | 'create' | 'action'>;
  scope: ActionScope;
  /** The declarations whose tables exist. */
  ready: readonly Resource[];
}

/**
 * Locks what the action needs besides its records, before these, as every writer does. So writers don't wait for each
 * other in a circle.
 */
export async function lockForAction(
  tx: Tx,
  deps: StoredDeps,
  { resource }: StoredTable,
  { merchantId }: Author,
  { acting: { set, create }, scope, ready }: ActionOn,
): Promise<void> {
  const steps: { target: Resource; values: CreateStep['values'] | NonNullable<Acting['set']> }[] = [
    { target: resource, values: set ?? {} },
    ...(create ?? []).map((step) => ({ target: targetOf(step, ready), values: step.values })),
  ];
  const inOrder = steps.toSorted((one, other) => (one.target.name < other.target.name ? -1 : 1));
  for (const { target } of inOrder) {
    await lockArrangement(tx, storedTable(deps, target).placeOf({ merchantId }), target);
  }
  for (const { target, values } of inOrder) {
    const known = knownReferences(values, target.fields, scope);
    await lockReferenced(tx, merchantId, { resource: target, values: known }, ready);
  }
}

/**
 * Executes an action on locked rows: sets their values and creates its records. All audit entries are written last.
 *
 * @param rows none for an action on the list, which creates its records once
 * @param completed the record with its values of other records
 * @returns the changed records, in the order of the rows
 * @throws {ValidationError} on the form's field that leads to an invalid value
 */
export async function actOnRows(
  tx: Tx,
  deps: StoredDeps,
  stored: StoredTable,
  author: Author,
  {
    rows,
    completed,
    ...on
  }: ActionOn & { rows: readonly StoredRow[]; completed: (record: WireRecord) => Promise<WireRecord> },
): Promise<WireRecord[]> {
  const { acting, scope, ready } = on;
  const audits: AuditEvent[] = [];
  const after = new Map<string, WireRecord>();
  for (const group of await byValues(tx, stored, author, rows, on)) {
    const placed = await arranged(tx, stored.placeOf(author), stored.resource, group.rows, group.values);
    for (const { values, rows: same } of byShownValues(stored, group.rows, placed)) {
      const change = { values, action: acting.action, isLoggedAlways: true, audits };
      for (const record of await changeRecords(tx, stored, { actor: author, rows: same }, change))
        after.set(record.id, await completed(record));
    }
  }
  const records = rows.flatMap(({ id }) => after.get(id) ?? []);
  for (const record of rows.length === 0 ? [null] : records) {
    for (const step of acting.create ?? [])
      await createByAction(tx, deps, author, { step, scope, record, ready, audits });
  }
  await recordAudits(tx, audits);
  return records;
}

/** The rows by the values that they get, which may depend on their own. */
async function byValues(
  tx: Tx,
  stored: StoredTable,
  { merchantId }: Author,
  rows: readonly StoredRow[],
  { acting: { set }, scope, ready }: ActionOn,
) {
  const { resource } = stored;
  const groups = new Map<string, { values: Values; rows: StoredRow[] }>();
  for (const row of rows) {
    const values = valuesToSet(set ?? {}, resource.fields, scope, stored.present(row));
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  const copies = Object.values(set ?? {}).some((one) => readPlaceholder(partsOfSet(one).given)?.kind === 'record');
  for (const { values } of groups.values()) {
    checkStorable(stored, values);
    if (copies) await lockReferenced(tx, merchantId, { resource, values }, ready);
  }
  return groups.values();
}
