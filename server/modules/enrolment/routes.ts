import * as calls from '#shared/contract/calls.ts';
import type { Router } from '#server/http/router.ts';
import type { EnrolmentService } from './service.ts';

export function enrolmentRoutes(router: Router, enrolment: EnrolmentService): void {
  router.public(calls.enrolmentCheck, async ({ body }) => enrolment.check(body.token));

  router.public(calls.enrolmentComplete, async ({ body, request }) =>
    enrolment.complete(body, { ip: request.ip, userAgent: request.headers['user-agent'] ?? null }),
  );
}
