import { ValidationError } from '#server/errors.ts';

/** What the rules of a menu look at. */
export interface MenuEntry {
  id: string;
  parent_id: string | null;
  url_name: string;
  component_path: string | null;
}

const ADDRESS = /^\/?[\w-]+(\/[\w-]+)*$/;
const EXTERNAL = /^(https?:\/\/|mailto:|tel:)\S+$/;

/**
 * Checks an entry against all others of the tenant's menu: two levels, a page that there is, an address of its own.
 * @throws ValidationError naming what is wrong
 */
export function checkMenuEntry(
  entry: MenuEntry,
  others: readonly MenuEntry[],
  isPage: (componentPath: string) => boolean,
): void {
  const parent = others.find(({ id }) => id === entry.parent_id);
  const hasPages = others.some(({ parent_id }) => parent_id === entry.id);
  if (entry.parent_id !== null && (!parent || parent.parent_id !== null || hasPages)) {
    throw new ValidationError({ parent_id: { key: 'menu_parent' } });
  }
  if (!ADDRESS.test(entry.url_name) && !EXTERNAL.test(entry.url_name)) {
    throw new ValidationError({ url_name: { key: 'menu_address' } });
  }
  if (entry.component_path !== null && !isPage(entry.component_path)) {
    throw new ValidationError({ component_path: { key: 'menu_page', args: { page: entry.component_path } } });
  }
  const taken = takenAddress(entry, others);
  if (taken !== undefined)
    throw new ValidationError({ url_name: { key: 'menu_address_taken', args: { address: taken } } });
}

/** An address that the entry, or a page below it, would share with another. */
function takenAddress(entry: MenuEntry, others: readonly MenuEntry[]): string | undefined {
  const isMoved = ({ id, parent_id }: MenuEntry) => id === entry.id || parent_id === entry.id;
  const all = [entry, ...others];
  const addressOf = (one: MenuEntry) =>
    addressBelow(
      one,
      all.find(({ id }) => id === one.parent_id),
    );
  const kept = new Set(all.filter((one) => !isMoved(one)).map(addressOf));
  const moved = all.filter(isMoved).map(addressOf);
  return moved.find((address, at) => kept.has(address) || moved.indexOf(address) < at);
}

/** A page's address: below its parent's, or its own when it begins with `/`. */
function addressBelow({ url_name: name }: MenuEntry, parent: MenuEntry | undefined): string {
  if (EXTERNAL.test(name) || name.startsWith('/')) return name;
  return parent ? `${addressBelow(parent, undefined)}/${name}` : `/${name}`;
}
