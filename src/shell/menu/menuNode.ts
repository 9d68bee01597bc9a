import type { MenuEntry } from '#shared/contract/session.ts';
import { isExternalAddress, isOtherSite } from '#shared/menus/menuAddress.ts';

/** An entry of the menu tree at any depth. */
export interface MenuNode extends Omit<MenuEntry, 'children'> {
  children?: readonly MenuNode[] | undefined;
}

/** Pages that are only opened from another page, even if the menu tree lists them. */
const NEVER_LISTED = ['rolePermissions', 'editMenu'];

/** Address outside the console that an entry opens in a new browser tab, or null. */
export function externalAddress({ url_name: urlName, redirect, children = [] }: MenuNode): string | null {
  if (isExternalAddress(urlName)) return urlName;
  return children.length === 0 && redirect && isOtherSite(redirect) ? redirect : null;
}

export function isExternal(node: MenuNode): boolean {
  return externalAddress(node) !== null;
}

/** True if the sidebar and the menu search may show the entry. Its address works either way. */
export function isListed(node: MenuNode): boolean {
  const { url_name: urlName, component_path: page, is_hidden: hidden, title, children = [] } = node;
  if (title === '' && !children.some(isListed)) return false;
  const lastSegment = urlName.split('/').at(-1) ?? '';
  const hasParameter = /(?:^|\/):/.test(urlName);
  return hidden === 0 && !hasParameter && !NEVER_LISTED.includes(lastSegment) && !NEVER_LISTED.includes(page ?? '');
}

export function listedChildren({ children = [] }: MenuNode): MenuNode[] {
  return children.filter(isListed);
}
