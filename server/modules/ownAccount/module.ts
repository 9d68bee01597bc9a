import * as passwordCalls from '#shared/contract/calls.ts';
import * as calls from '#shared/contract/ownAccount.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import type { Module } from '../Module.ts';
import { createOwnAccounts } from './account.ts';
import { createOwnAuthenticator, forgetPendingAuthenticators } from './authenticator.ts';
import { createOwnSessions } from './ownSessions.ts';
import { createOwnPasswords } from './passwords.ts';

export const ownAccountModule: Module = {
  routes(router, services) {
    const accounts = createOwnAccounts(services);
    const sessions = createOwnSessions(services);
    const authenticator = createOwnAuthenticator(services);

    router.signedIn(calls.ownAccount, ({ session }) => accounts.show(session));
    router.signedIn(calls.ownContact, async ({ session, request, body }) => {
      await accounts.changeContact(actorOf(session, request), body);
      return accounts.show(session);
    });
    router.signedIn(calls.ownTimeZone, async ({ session, request, body }) => {
      await accounts.chooseTimeZone(actorOf(session, request), body.time_zone);
      return accounts.show(session);
    });
    router.signedIn(calls.ownNotificationChoices, async ({ session, request, body }) => {
      await accounts.chooseNotifications(actorOf(session, request), body);
      return accounts.show(session);
    });

    router.signedIn(calls.ownSessions, ({ session }) => sessions.list(session));
    router.signedIn(calls.endOtherSessions, async ({ session, request }) => ({
      ended: await sessions.endOthers(actorOf(session, request), session.id),
    }));
    router.signedIn(calls.endOwnSession, async ({ session, request, params }) => {
      await sessions.end(actorOf(session, request), params.session_id);
      return null;
    });

    router.signedIn(calls.beginAuthenticator, ({ session, request, body }) =>
      authenticator.begin(actorOf(session, request), session.id, body),
    );
    router.signedIn(calls.confirmAuthenticator, async ({ session, request, body }) => ({
      recovery_codes: await authenticator.confirm(actorOf(session, request), session.id, body.totp_code),
    }));
    router.signedIn(calls.renewRecoveryCodes, async ({ session, request, body }) => ({
      recovery_codes: await authenticator.renewCodes(actorOf(session, request), body.totp_code),
    }));

    const passwords = createOwnPasswords(services);
    router.signedIn(passwordCalls.ownPasswords, ({ session }) => passwords.state(session));
    router.signedIn(passwordCalls.loginPasswordUpdate, async ({ body, session, request }) => {
      await passwords.changeLogin(actorOf(session, request), session.id, body);
      return null;
    });
    router.signedIn(passwordCalls.payPasswordUpdate, async ({ body, session, request }) => {
      await passwords.changePay(actorOf(session, request), body);
      return null;
    });
  },

  maintain: forgetPendingAuthenticators,
};
