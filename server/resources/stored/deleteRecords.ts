import type { RawBuilder } from 'kysely';
import { permissionKey, type DeletionEffect } from '@merchant-console/protocol';
import { holdsIn, type Resource } from '@merchant-console/declaration';
import { type AuditEvent, recordAudits } from '#server/audit/recordAudit.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import { detachFiles } from '#server/files/heldFiles.ts';
import type { Actor } from '../RecordSource.ts';
import type { Effect } from '../ResourceBackend.ts';
import { byShownValues, changeRecords, presentValues } from './changeRecords.ts';
import { scopeOf } from '../scopeOf.ts';
import { tableOf } from './columns.ts';
import { type Deletion, deletionOf } from './deletion.ts';
import { presentRow, type StoredRow } from './presentRow.ts';
import { queueRecordEvents } from './recordEvents.ts';
import { rowRights } from './rowRights.ts';
import { deleteRows, idsWhere } from './storedRows.ts';
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
}

/**
 * Deletes locked rows with all records that go with them, and empties the references that are to be cleared.
 *
 * @param others the declarations whose tables exist
 * @returns what was deleted and changed
 * @throws {DeletionRefusedError} if other records prevent it
 */
export async function deleteRecords(
  tx: Tx,
  deps: StoredDeps,
  actor: Actor,
  { resource, rows }: Deleting,
  others: readonly Resource[],
): Promise<Deletion> {
  const { merchantId } = actor;
  const { deletion, effects } = await effectsOfDeletion(tx, deps, actor, { resource, rows }, { others, locks: true });
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
    const records = [...gone.rows.values()].map(stored.present);
    await queueRecordEvents(
      tx,
      stored,
      actor,
      records.map((record) => ({ verb: 'delete', record })),
    );
    for (const row of gone.rows.values()) {
      const before = presentValues(stored.fields, stored.present(row));
      events.push({ actor, action: `${gone.resource.name}.delete`, recordId: row.id, before, at: deps.clock.now() });
    }
  }
  for (const { resource: other, rows: cleared } of deletion.cleared) {
    const stored = storedTable(deps, other);
    const byValues = new Map<string, typeof cleared>();
    for (const one of cleared) {
      const key = JSON.stringify(one.values);
      byValues.set(key, [...(byValues.get(key) ?? []), one]);
    }
    for (const same of byValues.values()) {
      const some = same.map(({ row }) => row);
      for (const group of byShownValues(stored, some, same[0]?.values ?? {})) {
        const change = { values: group.values, action: `${other.name}.edit`, isLoggedAlways: false };
        await changeRecords(tx, stored, { actor, rows: group.rows }, change);
      }
    }
  }
  await recordAudits(tx, events);
  return deletion;
}

/**
 * What a deletion does, and its effects on other records than the requested ones, those that prevent it first. Records
 * that the actor may not see are counted as one, without their number.
 */
export async function effectsOfDeletion(
  db: DbOrTx,
  { clock }: StoredDeps,
  actor: Actor,
  { resource, rows }: Deleting,
  { others, locks }: { others: readonly Resource[]; locks: boolean },
): Promise<{ deletion: Deletion; effects: Effect[] }> {
  const { merchantId } = actor;
  const rights = await rowRights(db, actor, clock.now(), { resources: others, others });
  const scope = await scopeOf(
    db,
    actor,
    clock.now(),
    others.map(({ when }) => when.delete),
  );
  const deletion = await deletionOf({ db, merchantId, others, locks, rights }, { resource, rows });
  const among = (other: Resource, ids: string[], where: RawBuilder<boolean> | null) =>
    idsWhere(db, { table: tableOf(other.name), merchantId }, ids, where);
  const asked = new Set(rows.map(({ id }) => id));
  const prevented: Effect[] = [];
  const further: Effect[] = [];
  for (const { resource: other, count, seen } of deletion.refusing) {
    prevented.push(...inSight({ resource: other, effect: 'refuse' }, seen, count - seen));
  }
  for (const { resource: other, rows: all } of deletion.deleted.values()) {
    const gone = [...all.values()].filter(({ id }) => other.name !== resource.name || !asked.has(id));
    if (gone.length === 0) continue;
    const ids = gone.map(({ id }) => id);
    const seen = await among(other, ids, rights.see(other));
    const writable = await among(other, [...seen], rights.write(other));
    const may = scope.permissions.has(permissionKey(other.name, 'delete'));
    const when = other.when.delete;
    const [allowed, forbidden] = parted(gone, ({ id }) => may && writable.has(id));
    const [deletable, kept] = parted(allowed, (row) => !when || holdsIn(when, presentRow(other, row), other, scope));
    const hidden = ids.length - seen.size;
    prevented.push(...inSight({ resource: other, effect: 'forbidden' }, forbidden.length - hidden, hidden));
    prevented.push(...inSight({ resource: other, effect: 'state' }, kept.length, 0));
    further.push(...inSight({ resource: other, effect: 'delete' }, deletable.length, 0));
  }
  for (const { resource: other, rows: cleared } of deletion.cleared) {
    const seen = await among(
      other,
      cleared.map(({ row }) => row.id),
      rights.see(other),
    );
    further.push(...inSight({ resource: other, effect: 'clear' }, seen.size, cleared.length - seen.size));
  }
  return { deletion, effects: [...prevented, ...further] };
}

/** The effect on records that the actor sees, and on others. */
function inSight(effect: Pick<Effect, 'resource' | 'effect'>, seen: number, hidden: number): Effect[] {
  return [
    ...(seen > 0 ? [{ ...effect, count: seen }] : []),
    ...(hidden > 0 ? [{ ...effect, count: 1, isHidden: true }] : []),
  ];
}

function parted<T>(all: readonly T[], isIn: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isIn), all.filter((one) => !isIn(one))];
}
