import * as calls from '#shared/contract/calls.ts';
import type { Router } from '#server/http/router.ts';
import { actorOf } from '#server/resources/CallMeans.ts';
import type { OwnPasswordsService } from './service.ts';

export function ownPasswordRoutes(router: Router, passwords: OwnPasswordsService): void {
  router.signedIn(calls.ownPasswords, async ({ session }) => passwords.state(session));

  router.signedIn(calls.loginPasswordUpdate, async ({ body, session, request }) => {
    await passwords.changeLogin(actorOf(session, request), session.id, body);
    return null;
  });

  router.signedIn(calls.payPasswordUpdate, async ({ body, session, request }) => {
    await passwords.changePay(actorOf(session, request), body);
    return null;
  });
}
