import * as calls from '#shared/contract/calls.ts';
import type { Router } from '#server/http/router.ts';
import type { SessionsService } from './service.ts';

export function sessionRoutes(router: Router, sessions: SessionsService): void {
  router.public(calls.login, async ({ body, request }) => {
    const signedIn = await sessions.signIn(body, {
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
    });
    return { login_token: signedIn.token, currency_data: signedIn.currencyData, routers: signedIn.menu };
  });

  router.signedIn(calls.logout, async ({ session }) => {
    await sessions.signOut(session);
    return null;
  });

  router.signedIn(calls.userInfo, async ({ session }) => sessions.userInfo(session));
}
