import { permissionKey } from '#shared/declaration/permissions.ts';

/** Pages written by hand, with the permission that opens them; any other component is a declared resource. */
const BUILT_IN_PAGES: Record<string, string> = {
  dashboard: 'home.show',
};

/** The permission without which the page of a menu entry is not shown. */
export function permissionToOpen(componentPath: string): string {
  return BUILT_IN_PAGES[componentPath] ?? permissionKey(componentPath, 'list');
}
