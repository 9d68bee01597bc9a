import { isDeepStrictEqual } from 'node:util';
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Language } from '@merchant-console/declaration/languages';
import type { Translate } from '@merchant-console/declaration';
import { entryProblems } from '#shared/menus/entryProblems.ts';
import { addressOf } from '#shared/menus/menuAddress.ts';
import type { MenuField, MenuItem, MenuProblems } from '#shared/menus/MenuItem.ts';
import { menuLoss } from '#shared/menus/menuLoss.ts';
import { followRedirects } from '#shared/menus/redirects.ts';
import type { NamedTenant } from '#server/access/entitlements.ts';
import { recordAudits } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { Database, MenusTable, Tx } from '#server/db/schema.ts';
import { ConflictError, type Message, ValidationError } from '#server/errors.ts';
import type { Actor, WireRecord } from '#server/resources/RecordSource.ts';
import type { OfferedPage } from './offeredPages.ts';

export interface MenusBackendOptions {
  db: Db;
  clock: Clock;
  translators: Record<Language, Translate>;
  /** Pages that the menu of a tenant can contain now. */
  offeredPages: (tenant: NamedTenant) => readonly OfferedPage[];
}

export type MenuRecordRow = Selectable<MenusTable>;

/** An entry before and after a change; undefined if it doesn't exist on that side. */
interface ChangedEntry<Item> {
  was: Item | undefined;
  entry: Item | undefined;
}

/** The whole menu before and after a change. */
interface MenuSides<Item> {
  before: readonly Item[];
  after: readonly Item[];
}

const FIELDS: readonly MenuField[] = ['is_hidden', 'url_name', 'component_path', 'redirect', 'parent_id'];

/** A change of a menu: the affected entry, and all entries before and after. */
export interface MenuChange {
  id: string;
  /** Such as `menus.edit`. */
  action: string;
  before: readonly MenuRecordRow[];
  after: readonly MenuRecordRow[];
}

interface KeepDeps {
  actor: Actor;
  at: Date;
  /** True if the component path is a page that the tenant can have. */
  isPage: (componentPath: string) => boolean;
  present: (row: MenuRecordRow) => WireRecord;
}

/** Locks the tenant and returns all menu entries, because the rules concern the menu as a whole. */
export async function lockedMenu(tx: Tx, merchantId: string): Promise<MenuRecordRow[]> {
  await lockTenant(tx, merchantId);
  return tx.selectFrom('menus').where('merchant_id', '=', merchantId).orderBy('id').selectAll().execute();
}

/**
 * Writes a change after `lockedMenu`, with its audit entries. Redirects to changed addresses are updated.
 *
 * @returns the resulting menu
 * @throws {ValidationError} on the invalid field
 * @throws {ConflictError} `menu_way_back` or `menu_redirected_to` if the entry can't be removed because others depend
 * on it
 */
export async function keepMenu(
  tx: Tx,
  change: MenuChange,
  { actor, at, isPage, present }: KeepDeps,
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
    return [{ actor, at, recordId: row.id, action: row.id === id ? action : 'menus.edit', ...sides }];
  });
  await recordAudits(tx, events);
  return after;
}

const isRow =
  ({ merchant_id, id }: MenuRecordRow) =>
  (eb: ExpressionBuilder<Database, 'menus'>) =>
    eb.and([eb('merchant_id', '=', merchant_id), eb('id', '=', id)]);

async function write(tx: Tx, before: MenuRecordRow | undefined, row: MenuRecordRow): Promise<void> {
  if (before && isDeepStrictEqual(before, row)) return;
  const values = { ...row, title: JSON.stringify(row.title) };
  const { merchant_id: _tenant, id: _id, ...columns } = values;
  if (!before) await tx.insertInto('menus').values(values).execute();
  else await tx.updateTable('menus').set(columns).where(isRow(row)).execute();
}

/** Not worth logging. */
const UNLOGGED = ['id', 'revision', 'created_at', 'updated_at'];

/** The differing fields for the audit log; all fields of an added or removed entry. */
function differences(before: WireRecord | null, after: WireRecord | null) {
  const loggedFields = (side: WireRecord | null, other: WireRecord | null) =>
    side &&
    Object.fromEntries(
      Object.entries(side).filter(
        ([source, value]) => !UNLOGGED.includes(source) && !(other && isDeepStrictEqual(value, other[source])),
      ),
    );
  return { before: loggedFields(before, after), after: loggedFields(after, before) };
}

/**
 * Rejects an entry that breaks a rule. Existing problems of unchanged fields don't block other changes.
 *
 * @param isPage true if the component path is a page that the tenant can have
 * @throws {ValidationError} if rules are broken; names all of them
 */
function refuseProblems<Item extends MenuItem>(
  { was, entry }: ChangedEntry<Item>,
  { before, after }: MenuSides<Item>,
  isPage: (componentPath: string) => boolean,
): void {
  if (!entry) return;
  const old: MenuProblems = was ? entryProblems(was, before, isPage) : {};
  const problems = entryProblems(entry, after, isPage);
  const fields: Record<string, Message> = {};
  for (const field of FIELDS) {
    const problem = problems[field];
    const isOld = old[field]?.key === problem?.key && was?.[field] === entry[field];
    if (problem && !isOld) fields[field] = problem;
  }
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
}

/**
 * Rejects a change that would remove the last way to the menu editor, or the target of a redirect.
 *
 * @throws {ValidationError} on the first changed field
 * @throws {ConflictError} if the entry would be removed
 */
function refuseLoss<Item extends MenuItem>(
  changed: ChangedEntry<Item>,
  { before, after }: MenuSides<Item>,
  current: (item: Item) => Readonly<Record<string, unknown>>,
): void {
  const { was, entry } = changed;
  const loss = was && menuLoss(before, after, was.id);
  if (!loss) return;
  const message: Message =
    loss.kind === 'wayBack'
      ? { key: 'menu_way_back' }
      : { key: 'menu_redirected_to', args: { from: loss.from.map((item) => addressOf(item, after)).join(', ') } };
  const field = entry && FIELDS.find((one) => was[one] !== entry[one]);
  if (field) throw new ValidationError({ [field]: message });
  throw new ConflictError({ id: message.key, args: message.args ?? {}, current: current(was) });
}
