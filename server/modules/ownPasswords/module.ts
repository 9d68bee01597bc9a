import * as calls from '#shared/contract/calls.ts';
import { actorOf } from '#server/resources/CallMeans.ts';
import type { Module } from '../Module.ts';
import { endSessions } from '../sessions/endSession.ts';
import { createOwnPasswords } from './service.ts';

export const ownPasswordsModule: Module = {
  routes(router, { db, clock }) {
    const passwords = createOwnPasswords({ db, clock, endSessions });
    router.signedIn(calls.ownPasswords, async ({ session }) => passwords.state(session));

    router.signedIn(calls.loginPasswordUpdate, async ({ body, session, request }) => {
      await passwords.changeLogin(actorOf(session, request), session.id, body);
      return null;
    });

    router.signedIn(calls.payPasswordUpdate, async ({ body, session, request }) => {
      await passwords.changePay(actorOf(session, request), body);
      return null;
    });
  },
};
