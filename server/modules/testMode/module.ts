import type { FastifyReply } from 'fastify';
import { MENU_VERSION_HEADER } from '#shared/contract/menuVersion.ts';
import type { LoginData } from '#shared/contract/session.ts';
import { previewNotification, tryGatewayCall } from '#shared/contract/gatewayTrial.ts';
import { enterTestMode, leaveTestMode } from '#shared/contract/calls.ts';
import { createGatewayTrial } from '#server/gateway/createGatewayTrial.ts';
import { tokenOf } from '#server/http/session.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { currencyDataOf } from '#server/resources/export/createExporter.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { newToken, tokenHash } from '#server/crypto/token.ts';
import type { Tx } from '#server/db/schema.ts';
import { SessionEndedError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Module } from '../Module.ts';
import { ensureTestSide } from './createTestSide.ts';

/** Switches sessions between a merchant's live and test data, and makes gateway calls for integrators. */
export const testModeModule: Module = {
  routes(router, services, app) {
    const { db, clock, sessions, menus } = services;
    const trial = createGatewayTrial({ ...services, app });

    /** The response of a sign-in, for a session that has switched. */
    async function signedIn(token: string, reply: FastifyReply): Promise<LoginData> {
      const session = await sessions.authenticate(token, { keepsAlive: true });
      const { accountId, permissions, menuVersion } = session;
      void reply.header(MENU_VERSION_HEADER, menuVersion);
      return {
        login_token: token,
        currency_data: await currencyDataOf(db, session),
        routers: await menus.menuFor(accountId, permissions, session),
      };
    }

    router.signedIn(enterTestMode, async ({ session, request, reply }) => {
      const actor = actorOf(session, request);
      const move = { sessionId: session.id, token: tokenOf(request) ?? '', isTest: true, at: clock.now() };
      const token = await db.transaction(async (tx) => {
        await ensureTestSide(tx, services, actor, move.at);
        return switchSide(tx, actor, move);
      });
      return signedIn(token, reply);
    });

    router.signedIn(leaveTestMode, async ({ session, request, reply }) => {
      const actor = { ...actorOf(session, request), merchantId: session.accountId };
      const move = { sessionId: session.id, token: tokenOf(request) ?? '', isTest: false, at: clock.now() };
      return signedIn(await db.transaction((tx) => switchSide(tx, actor, move)), reply);
    });

    router.signedIn(tryGatewayCall, ({ session, body, request }) =>
      trial.call(session.merchantId, body, { ip: request.ip, language: request.headers['accept-language'] }),
    );

    router.signedIn(previewNotification, ({ session, query }) => trial.preview(session.merchantId, query));
  },
};

interface Switch {
  sessionId: string;
  /** The session's current token. */
  token: string;
  /** True to switch to test data. */
  isTest: boolean;
  at: Date;
}

/**
 * Switches a session to the other side under a new token, so that pending requests of the previous side are rejected.
 * @param actor the session's user, of the live merchant
 * @returns the new token
 * @throws {SessionEndedError} if the session has ended or switched concurrently
 */
async function switchSide(tx: Tx, actor: Actor, { sessionId, token, isTest, at }: Switch): Promise<string> {
  const { merchantId } = actor;
  const next = newToken(merchantId);
  const switched = await tx
    .updateTable('sessions')
    .set({ token_hash: tokenHash(next), is_test: isTest })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', sessionId)
    .where('token_hash', '=', tokenHash(token))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (switched.numUpdatedRows !== 1n) throw new SessionEndedError();
  const action = isTest ? 'session.enter_test_mode' : 'session.leave_test_mode';
  await recordAudit(tx, { actor, action, resource: 'sessions', recordId: sessionId, at });
  return next;
}
