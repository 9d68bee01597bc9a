import { permissionKey, type DeletionEffect } from '@merchant-console/protocol';
import { holdsIn, type Resource, type Scope } from '@merchant-console/declaration';
import { type AuditEvent, recordAudits } from '#server/audit/recordAudit.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import { detachFiles } from '#server/files/heldFiles.ts';
import type { Actor } from '../RecordSource.ts';
import type { Effect } from '../ResourceBackend.ts';
import { byShownValues, changeRecords, presentValues } from './changeRecords.ts';
import { type Deletion, deletionOf } from './deletion.ts';
import { presentRow, type StoredRow } from './presentRow.ts';
import { deleteRows } from './storedRows.ts';
import { type StoredDeps, storedTable } from './StoredTable.ts';

/** Thrown if other records prevent a deletion. `args.records` lists them as `members (3)`. */
export class DeletionRefusedError extends ConflictError {
  readonly effects: readonly Effect[];
  constructor(effects: readonly Effect[], current: Readonly<Record<string, unknown>>) {
    const id = REFUSALS[effects[0]?.effect ?? 'refuse'];
    const records = effects.map(({ resource, count }) => `${resource.name} (${count})`).join(', ');
    super({ id, args: { records }, current });
    this.effects = effects;
  }
}

const REFUSALS: Record<DeletionEffect['effect'], string> = {
  refuse: 'still_referenced',
  forbidden: 'deletion_forbidden',
  state: 'deletion_not_in_state',
  delete: 'still_referenced',
  clear: 'still_referenced',
};

/** What the caller wants to delete, and may delete. */
export interface Deleting {
  resource: Resource;
  rows: readonly StoredRow[];
  scope: Scope;
}

/**
 * Deletes locked rows with all records that go with them, and empties the references that are to be cleared.
 *
 * @param others the declarations whose tables exist
 * @throws {DeletionRefusedError} if other records prevent it
 */
export async function deleteRecords(
  tx: Tx,
  deps: StoredDeps,
  actor: Actor,
  { resource, rows, scope }: Deleting,
  others: readonly Resource[],
): Promise<void> {
  const { merchantId } = actor;
  const deletion = await deletionOf({ db: tx, merchantId, others, locks: true }, { resource, rows });
  const effects = effectsOf(deletion, { resource, rows, scope });
  for (const reason of ['refuse', 'forbidden', 'state'] as const) {
    const refusing = effects.filter(({ effect }) => effect === reason);
    const [row] = rows;
    if (refusing.length > 0 && row) throw new DeletionRefusedError(refusing, presentRow(resource, row));
  }
  const events: AuditEvent[] = [];
  for (const gone of deletion.deleted.values()) {
    const stored = storedTable(deps, gone.resource);
    const ids = [...gone.rows.keys()];
    await deleteRows(tx, stored.placeOf(actor), ids);
    await detachFiles(tx, merchantId, { recordIds: ids });
    for (const row of gone.rows.values()) {
      const before = presentValues(stored.fields, stored.present(row));
      events.push({ actor, action: `${gone.resource.name}.delete`, recordId: row.id, before, at: deps.clock.now() });
    }
  }
  for (const { resource: other, rows: cleared } of deletion.cleared) {
    const stored = storedTable(deps, other);
    for (const sources of new Set(cleared.map((one) => one.sources.join()))) {
      const some = cleared.flatMap((one) => (one.sources.join() === sources ? [one.row] : []));
      const emptied = Object.fromEntries(sources.split(',').map((source) => [source, null]));
      for (const group of byShownValues(stored, some, emptied)) {
        const change = { values: group.values, action: `${other.name}.edit`, isLoggedAlways: false };
        await changeRecords(tx, stored, { actor, rows: group.rows }, change);
      }
    }
  }
  await recordAudits(tx, events);
}

/** The effects on other records than the requested ones, those that prevent the deletion first. */
export function effectsOf({ deleted, cleared, refusing }: Deletion, { resource, rows, scope }: Deleting): Effect[] {
  const asked = new Set(rows.map(({ id }) => id));
  const gone = [...deleted.values()].flatMap(({ resource: other, rows: all }): Effect[] => {
    const further = [...all.values()].filter(({ id }) => other.name !== resource.name || !asked.has(id));
    if (further.length === 0) return [];
    if (!scope.permissions.has(permissionKey(other.name, 'delete')))
      return [{ resource: other, effect: 'forbidden', count: further.length }];
    const when = other.when.delete;
    const kept = when ? further.filter((row) => !holdsIn(when, presentRow(other, row), other, scope)).length : 0;
    return [
      { resource: other, effect: 'state' as const, count: kept },
      { resource: other, effect: 'delete' as const, count: further.length - kept },
    ].filter(({ count }) => count > 0);
  });
  return [
    ...refusing.map((one): Effect => ({ ...one, effect: 'refuse' })),
    ...gone.toSorted((one, other) => Number(one.effect === 'delete') - Number(other.effect === 'delete')),
    ...cleared.map((one): Effect => ({ resource: one.resource, effect: 'clear', count: one.rows.length })),
  ];
}
