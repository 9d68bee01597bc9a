import { permissionKey } from '#shared/declaration/permissions.ts';

/** What everybody has who is signed in, whatever their roles. */
const EVERYBODY = null;

/** Pages written by hand, with the permission that opens them; any other component is a declared resource. */
const BUILT_IN_PAGES: Readonly<Record<string, string | typeof EVERYBODY>> = {
  dashboard: 'home.show',
  configurationProblems: 'menus.problems',
  editMenu: 'menus.list',
  rolePermissions: 'roles.show',
  recharge: 'deposits.create',
  withdraw: 'withdrawals.create',
  payment: 'payment_requests.create',
  statements: 'statements.show',
  basicInformation: 'base_info.show',
  loginPassword: EVERYBODY,
  payPassword: EVERYBODY,
  account: EVERYBODY,
};

/** Those of them that not everybody may open, with the permission. */
export const GUARDED_PAGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BUILT_IN_PAGES).flatMap(([page, permission]) => (permission === null ? [] : [[page, permission]])),
);

export const BUILT_IN_PAGE_NAMES: readonly string[] = Object.keys(BUILT_IN_PAGES);

/**
 * The permission without which the page of a menu entry is not shown. Null for a page that everybody may open, and for
 * one that nothing here knows: it stays in the menu, and the console says what is wrong with it.
 * @param isResource whether there is a resource of this name now
 */
export function permissionToOpen(componentPath: string, isResource: (name: string) => boolean): string | null {
  if (Object.hasOwn(BUILT_IN_PAGES, componentPath)) return BUILT_IN_PAGES[componentPath] ?? null;
  return isResource(componentPath) ? permissionKey(componentPath, 'list') : null;
}
