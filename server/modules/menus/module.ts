import * as sessionCalls from '#shared/contract/calls.ts';
import * as calls from '#shared/contract/menus.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import type { Module } from '../Module.ts';

export const menusModule: Module = {
  routes(router, { menus, menuRecords }) {
    router.signedIn(sessionCalls.menuTree, ({ session }) =>
      menus.menuFor(session.accountId, session.permissions, session),
    );
    router.signedIn(calls.menuOutline, ({ session }) => menus.outline(session.merchantId));
    router.signedIn(calls.menuMove, async ({ session, request, body }) => {
      await menuRecords.writer.move(actorOf(session, request), body);
      return null;
    });
    router.signedIn(calls.missingMenuPages, ({ session }) => menus.missing(session.merchantId));
    router.signedIn(calls.addMissingMenuPages, ({ session, request }) => menus.addMissing(actorOf(session, request)));
  },

  resources: ({ menuRecords }) => ({ menus: { ...menuRecords, side: 'both' } }),
};
