import type { MenuPage } from '#shared/contract/session.ts';

/** An entry of the menu tree at any depth. */
export interface MenuNode extends MenuPage {
  children?: readonly MenuNode[] | undefined;
}

/** Pages that are opened from another page only, whatever the menu tree says of them. */
const NEVER_LISTED = ['rolePermissions', 'editMenu'];

/** Whether the entry's address lies outside the console and opens in a browser tab of its own. */
export function isExternal({ url_name: urlName }: MenuNode): boolean {
  return /^(?:https?|mailto|tel):/i.test(urlName);
}

/** Whether the sidebar and the menu search may show the entry. Its address works either way. */
export function isListed({ url_name: urlName, component_path: page, is_hidden: hidden }: MenuNode): boolean {
  const lastSegment = urlName.split('/').at(-1) ?? '';
  const hasParameter = /(?:^|\/):/.test(urlName);
  return hidden === 0 && !hasParameter && !NEVER_LISTED.includes(lastSegment) && !NEVER_LISTED.includes(page ?? '');
}

export function listedChildren({ children = [] }: MenuNode): MenuNode[] {
  return children.filter(isListed);
}
