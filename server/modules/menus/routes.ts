import * as sessionCalls from '#shared/contract/calls.ts';
import * as calls from '#shared/contract/menus.ts';
import { actorOf } from '#server/resources/CallMeans.ts';
import type { Router } from '#server/http/router.ts';
import type { MoveEntry } from './menusWriter.ts';
import type { Menus } from './service.ts';

export function menuRoutes(router: Router, menus: Menus, move: MoveEntry): void {
  router.signedIn(sessionCalls.menuTree, ({ session }) => menus.menuFor(session.merchantId, session.permissions));
  router.signedIn(calls.menuOutline, ({ session }) => menus.outline(session.merchantId));
  router.signedIn(calls.menuMove, async ({ session, request, body }) => {
    await move(actorOf(session, request), body);
    return null;
  });
  router.signedIn(calls.missingMenuPages, ({ session }) => menus.missing(session.merchantId));
  router.signedIn(calls.addMissingMenuPages, ({ session, request }) => menus.addMissing(actorOf(session, request)));
}
