import type { MenuTree } from '#shared/contract/session.ts';
import * as calls from '#shared/contract/calls.ts';
import type { Router } from '#server/http/router.ts';

interface Menus {
  menuFor(merchantId: string, permissions: ReadonlySet<string>): Promise<MenuTree>;
}

export function menuRoutes(router: Router, menus: Menus): void {
  router.signedIn(calls.menuTree, async ({ session }) => menus.menuFor(session.merchantId, session.permissions));
}
