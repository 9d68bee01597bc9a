import type { CallSide } from '#shared/contract/call.ts';
import { TRY_GATEWAY } from '#shared/contract/testMode.ts';
import { permissionKey } from '@merchant-console/protocol';

/** Open to every signed-in user, whatever their roles. */
const EVERYBODY = null;

/** Hand-written pages with the permission that opens them. Any other component is a declared resource. */
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
  tryIt: TRY_GATEWAY,
};

/** Further permissions that affect pages of `BUILT_IN_PAGES`. */
export const BUILT_IN_ASKS: Readonly<Record<string, readonly string[]>> = {
  configurationProblems: ['declarations.edit'],
};

/** The pages of `BUILT_IN_PAGES` that exist on one side of a merchant only. */
export const BUILT_IN_SIDES: Readonly<Record<string, CallSide>> = { tryIt: 'test' };

/** The pages of `BUILT_IN_PAGES` that need a permission, with that permission. */
export const GUARDED_PAGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BUILT_IN_PAGES).flatMap(([page, permission]) => (permission === null ? [] : [[page, permission]])),
);

export const BUILT_IN_PAGE_NAMES: readonly string[] = Object.keys(BUILT_IN_PAGES);

/**
 * The permission without which a menu entry is hidden. Null for pages that every user may open, and for unknown
 * components: those stay in the menu, and the console explains what is wrong with them.
 * @param isResource true if a resource of this name is declared now
 */
export function permissionToOpen(componentPath: string, isResource: (name: string) => boolean): string | null {
  if (Object.hasOwn(BUILT_IN_PAGES, componentPath)) return BUILT_IN_PAGES[componentPath] ?? null;
  return isResource(componentPath) ? permissionKey(componentPath, 'list') : null;
}
