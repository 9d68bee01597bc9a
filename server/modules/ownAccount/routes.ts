import * as calls from '#shared/contract/ownAccount.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { Router } from '#server/http/router.ts';
import { actorOf } from '#server/resources/CallMeans.ts';
import { createRecoveryCodes } from '../recoveryCodes/service.ts';
import { createTotpConfirmation } from '../totpConfirmation/service.ts';
import { createOwnAccounts } from './account.ts';
import { createOwnAuthenticator } from './authenticator.ts';
import { createOwnSessions } from './ownSessions.ts';

export interface OwnAccountMeans {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  idleMinutes: number;
  /** Names the account in authenticator apps. */
  issuer: string;
}

export function ownAccountRoutes(router: Router, means: OwnAccountMeans): void {
  const recoveryCodes = createRecoveryCodes(means);
  const accounts = createOwnAccounts({ ...means, recoveryCodes });
  const sessions = createOwnSessions(means);
  const authenticator = createOwnAuthenticator({ ...means, recoveryCodes, totp: createTotpConfirmation(means) });

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
}
