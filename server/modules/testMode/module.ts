import type { FastifyReply } from 'fastify';
import { MENU_VERSION_HEADER } from '#shared/contract/menuVersion.ts';
import type { LoginData } from '#shared/contract/session.ts';
import { previewNotification, tryGatewayCall } from '#shared/contract/gatewayTrial.ts';
import { enterTestMode, leaveTestMode } from '#shared/contract/calls.ts';
import { createGatewayTrial } from '#server/gateway/createGatewayTrial.ts';
import { tokenOf } from '#server/http/session.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { currencyDataOf } from '#server/resources/export/createExporter.ts';
import type { Module } from '../Module.ts';
import { switchSide } from '../sessions/switchSide.ts';
import { ensureTestSide } from './createTestSide.ts';

/** Switches sessions between a merchant's live and test data, and makes gateway calls for integrators. */
export const testModeModule: Module = {
  routes(router, services, app) {
    const { db, clock, sessions, menus } = services;
    const trial = createGatewayTrial({ ...services, app });

    /** The response of a sign-in, for a session that has switched. */
    async function signedIn(token: string, reply: FastifyReply): Promise<LoginData> {
      const session = await sessions.authenticate(token, { keepsAlive: true });
      const { accountId, permissions, isTest, menuVersion } = session;
      void reply.header(MENU_VERSION_HEADER, menuVersion);
      return {
        login_token: token,
        currency_data: await currencyDataOf(db, session),
        routers: await menus.menuFor(accountId, permissions, isTest ? 'test' : 'live'),
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
