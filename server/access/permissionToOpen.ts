import { permissionKey } from '#shared/declaration/permissions.ts';

/** Pages written by hand, with the permission that opens them; any other component is a declared resource. */
const BUILT_IN_PAGES: Readonly<Record<string, string>> = {
  dashboard: 'home.show',
  configurationProblems: 'menus.edit',
};

export const BUILT_IN_PAGE_NAMES: readonly string[] = Object.keys(BUILT_IN_PAGES);

/**
 * The permission without which the page of a menu entry is not shown. Null for a page that nothing here knows: it
 * stays in the menu, and the console says what is wrong with it.
 * @param isResource whether there is a resource of this name now
 */
export function permissionToOpen(componentPath: string, isResource: (name: string) => boolean): string | null {
  if (Object.hasOwn(BUILT_IN_PAGES, componentPath)) return BUILT_IN_PAGES[componentPath] ?? null;
  return isResource(componentPath) ? permissionKey(componentPath, 'list') : null;
}
