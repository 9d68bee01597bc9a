import * as calls from '#shared/contract/calls.ts';
import { answered } from '#server/http/answered.ts';
import type { Router } from '#server/http/router.ts';
import { actorOf } from '#server/resources/CallMeans.ts';
import type { SessionsService } from './service.ts';

export function sessionRoutes(router: Router, sessions: SessionsService): void {
  router.public(calls.login, async ({ body, request, reply }) => {
    const signedIn = await sessions.signIn(body, {
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      answered: answered(reply),
    });
    return { login_token: signedIn.token, currency_data: signedIn.currencyData, routers: signedIn.menu };
  });

  router.signedIn(calls.logout, async ({ session, request }) => {
    await sessions.signOut(actorOf(session, request), session.id);
    return null;
  });

  router.signedIn(calls.userInfo, async ({ session }) => sessions.userInfo(session));
}
