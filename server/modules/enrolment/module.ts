import * as calls from '#shared/contract/calls.ts';
import type { Module } from '../Module.ts';
import { createEnrolmentService, forgetEndedLinks } from './service.ts';

export const enrolmentModule: Module = {
  routes(router, services) {
    const enrolment = createEnrolmentService(services);
    router.public(calls.enrolmentCheck, async ({ body }) => enrolment.check(body.token));

    router.public(calls.enrolmentComplete, async ({ body, request }) =>
      enrolment.complete(body, { ip: request.ip, userAgent: request.headers['user-agent'] ?? null }),
    );
  },

  maintain: forgetEndedLinks,
};
