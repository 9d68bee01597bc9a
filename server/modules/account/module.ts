import { subMinutes } from 'date-fns/subMinutes';
import * as passwordCalls from '#shared/contract/calls.ts';
import * as calls from '#shared/contract/account.ts';
import type { OwnSession } from '#shared/contract/account.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { assertConfirmed, type Session } from '#server/http/session.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { endSession, endSessions } from '#server/modules/sessions/endSession.ts';
import type { Module } from '../Module.ts';
import { createAccounts } from './account.ts';
import { createOwnAuthenticator, forgetPendingAuthenticators } from './authenticator.ts';
import { createOwnPasswords } from './passwords.ts';

export const accountModule: Module = {
  routes(router, services) {
    const accounts = createAccounts(services);
    const sessions = createOwnSessions(services);
    const authenticator = createOwnAuthenticator(services);

    router.signedIn(calls.account, ({ session }) => accounts.show(session));
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

    router.signedIn(calls.ownStatementMail, async ({ session, request, body }) => {
      if (body.is_on) assertConfirmed(session, 'both');
      const language = body.is_on ? languageOf(request) : null;
      await accounts.chooseStatementMail(actorOf(session, request), session, language);
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

/** A user's own sessions, which all users may list, even without access to the resource `sessions`. */
function createOwnSessions({ db, clock, idleMinutes }: { db: Db; clock: Clock; idleMinutes: number }) {
  /** Live sessions, the caller's first, then by last use. */
  async function list({ id: ownId, merchantId, userId }: Session): Promise<OwnSession[]> {
    const now = clock.now();
    const rows = await db.kysely
      .selectFrom('sessions')
      .where('merchant_id', '=', merchantId)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', subMinutes(now, idleMinutes))
      .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows
      .map((row) => ({
        ...row,
        is_current: row.id === ownId,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
      }))
      .toSorted((one, other) => Number(other.is_current) - Number(one.is_current));
  }

  /**
   * @throws {NotFoundError} if it belongs to another user
   * @throws {ConflictError} if it has ended
   */
  async function end(actor: Actor, id: string): Promise<void> {
    const shown = ({ id: over }: { id: string }) => ({ id: over });
    await db.transaction((tx) => endSession(tx, actor, { id, assertMayManage: null, at: clock.now(), shown }));
  }

  /** Ends all sessions but one. @returns the number of ended sessions */
  async function endOthers(actor: Actor, except: string): Promise<number> {
    const { merchantId, userId } = actor;
    const at = clock.now();
    return db.transaction(async (tx) => {
      const ended = await endSessions(tx, { merchantId, userId, except }, at);
      if (ended > 0)
        await recordAudit(tx, { actor, action: 'users.end_sessions', recordId: userId, after: { ended }, at });
      return ended;
    });
  }

  return { list, end, endOthers };
}
