import { ValidationError } from '#server/errors.ts';

/** What the rules of a menu look at. */
export interface MenuEntry {
  id: string;
  parent_id: string | null;
  url_name: string;
  component_path: string | null;
}

const ADDRESS = /^\/?[\w.:-]+(\/[\w.:-]+)*$/;
const EXTERNAL = /^https?:\/\/\S+$/;

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
  const address = addressOf(entry, parent);
  const twin = others.find(
    (other) =>
      addressOf(
        other,
        others.find(({ id }) => id === other.parent_id),
      ) === address,
  );
  if (twin) throw new ValidationError({ url_name: { key: 'menu_address_taken', args: { address } } });
}

/** A page's address: below its parent's, or its own when it begins with `/`. */
function addressOf({ url_name: name }: MenuEntry, parent: MenuEntry | undefined): string {
  if (EXTERNAL.test(name) || name.startsWith('/')) return name;
  return parent ? `${addressOf(parent, undefined)}/${name}` : `/${name}`;
}
