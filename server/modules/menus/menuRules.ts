import { entryProblems } from '#shared/menus/entryProblems.ts';
import { addressOf } from '#shared/menus/menuAddress.ts';
import type { MenuField, MenuItem, MenuProblems } from '#shared/menus/MenuItem.ts';
import { menuLoss } from '#shared/menus/menuLoss.ts';
import { ConflictError, ValidationError, type Message } from '#server/errors.ts';

/** An entry before and after a change; undefined on the side where it is not. */
export interface ChangedEntry<Item> {
  was: Item | undefined;
  entry: Item | undefined;
}

/** The whole menu before and after a change. */
export interface MenuSides<Item> {
  before: readonly Item[];
  after: readonly Item[];
}

const FIELDS: readonly MenuField[] = ['is_hidden', 'url_name', 'component_path', 'redirect', 'parent_id'];

/**
 * Refuses an entry that breaks a rule. What was wrong before and is not touched does not stop other changes.
 *
 * @param isPage whether a component path names a page that the tenant can have
 * @throws ValidationError naming all that is wrong
 */
export function refuseProblems<Item extends MenuItem>(
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
 * Refuses a change by which the menu would lose its way back, or redirects their targets.
 *
 * @throws ValidationError on the first field that has changed; ConflictError where the entry would be gone
 */
export function refuseLoss<Item extends MenuItem>(
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
