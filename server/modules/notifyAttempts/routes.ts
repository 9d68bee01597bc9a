import * as calls from '#shared/contract/notifyAttempts.ts';
import type { Router } from '#server/http/router.ts';
import type { NotifyAttemptsService } from './service.ts';

export function notifyAttemptRoutes(router: Router, attempts: NotifyAttemptsService): void {
  router.signedIn(calls.orderNotifyAttempts, ({ session, params }) =>
    attempts.list(session.merchantId, 'orders', params.id),
  );
  router.signedIn(calls.payoutNotifyAttempts, ({ session, params }) =>
    attempts.list(session.merchantId, 'payouts', params.id),
  );
}
