import { isDeepStrictEqual } from 'node:util';
import type { ExpressionBuilder, Transaction } from 'kysely';
import { followRedirects } from '#shared/menus/redirects.ts';
import { recordAudits } from '#server/audit/recordAudit.ts';
import { lockTenant } from '#server/db/lockTenant.ts';
import type { Database } from '#server/db/schema.ts';
import type { Actor, WireRecord } from '#server/resources/RecordSource.ts';
import { refuseLoss, refuseProblems } from './menuRules.ts';
import type { MenuRecordRow } from './MenusBackendOptions.ts';

/** A change of a menu: the entry that it is about, and all entries as they were and would be. */
export interface MenuChange {
  id: string;
  /** `menus.edit` */
  action: string;
  before: readonly MenuRecordRow[];
  after: readonly MenuRecordRow[];
}

interface KeepMeans {
  actor: Actor;
  at: Date;
  /** Whether a component path names a page that the tenant can have. */
  isPage: (componentPath: string) => boolean;
  present: (row: MenuRecordRow) => WireRecord;
}

/** All entries of the tenant, while nobody else changes any: the rules are about the menu as a whole. */
export async function lockedMenu(tx: Transaction<Database>, merchantId: string): Promise<MenuRecordRow[]> {
  await lockTenant(tx, merchantId);
  return tx.selectFrom('menus').where('merchant_id', '=', merchantId).orderBy('id').selectAll().execute();
}

/**
 * Writes a change after `lockedMenu`, with its audit records. Redirects to addresses that it changes go along.
 *
 * @returns the menu as it is now
 * @throws ValidationError on the input that is wrong
 * @throws ConflictError `menu_way_back`, `menu_redirected_to` when an entry can't go because of what it takes along
 */
export async function keepMenu(
  tx: Transaction<Database>,
  change: MenuChange,
  { actor, at, isPage, present }: KeepMeans,
): Promise<MenuRecordRow[]> {
  const { id, action, before } = change;
  const followed = followRedirects(before, change.after);
  const find = (rows: readonly MenuRecordRow[]) => rows.find((row) => row.id === id);
  const changed = { was: find(before), entry: find(followed) };
  refuseProblems(changed, { before, after: followed }, isPage);
  refuseLoss(changed, { before, after: followed }, present);

  const known = new Map(before.map((row) => [row.id, row]));
  const isToldOf = (row: MenuRecordRow) => row.id === id || row.redirect !== known.get(row.id)?.redirect;
  const after = followed.map((row) =>
    isToldOf(row) ? { ...row, revision: (known.get(row.id)?.revision ?? 0) + 1, updated_at: at } : row,
  );
  for (const row of after) await write(tx, known.get(row.id), row);
  if (changed.was && !changed.entry) await tx.deleteFrom('menus').where(isRow(changed.was)).execute();

  const events = [...(changed.entry ? [] : [changed.was]), ...after.filter(isToldOf)].flatMap((row) => {
    if (!row) return [];
    const [was, now] = [known.get(row.id), after.find((one) => one.id === row.id)];
    const sides = differences(was ? present(was) : null, now ? present(now) : null);
    return [
      { actor, at, resource: 'menus', recordId: row.id, action: row.id === id ? action : 'menus.edit', ...sides },
    ];
  });
  await recordAudits(tx, events);
  return after;
}

const isRow =
  ({ merchant_id, id }: MenuRecordRow) =>
  (eb: ExpressionBuilder<Database, 'menus'>) =>
    eb.and([eb('merchant_id', '=', merchant_id), eb('id', '=', id)]);

async function write(tx: Transaction<Database>, before: MenuRecordRow | undefined, row: MenuRecordRow): Promise<void> {
  if (before && isDeepStrictEqual(before, row)) return;
  const values = { ...row, title: JSON.stringify(row.title) };
  if (!before) await tx.insertInto('menus').values(values).execute();
  else await tx.updateTable('menus').set(values).where(isRow(row)).execute();
}

/** Too obvious to tell. */
const UNTOLD = ['id', 'revision', 'created_at', 'updated_at'];

/** What the audit record tells: only what differs, all of an entry that came or went. */
function differences(before: WireRecord | null, after: WireRecord | null) {
  const told = (side: WireRecord | null, other: WireRecord | null) =>
    side &&
    Object.fromEntries(
      Object.entries(side).filter(
        ([source, value]) => !UNTOLD.includes(source) && !(other && isDeepStrictEqual(value, other[source])),
      ),
    );
  return { before: told(before, after), after: told(after, before) };
}
