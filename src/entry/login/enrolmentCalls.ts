import { ApiError, parseWith, type HttpClient } from '@merchant-console/ra-provider';
import { enrolmentCheck, enrolmentComplete } from '#shared/contract/calls.ts';
import {
  enrolmentCheckDataSchema,
  enrolmentCompleteDataSchema,
  type EnrolmentCheckData,
  type EnrolmentCompleteBody,
  type EnrolmentCompleteData,
} from '#shared/contract/enrolment.ts';
import { FormRefusal } from './FormRefusal.ts';
import { refusing } from './refusing.ts';

const NOT_FOUND = 404;

/**
 * The calls of a link that sets password or authenticator, before there is a session.
 * @throws {FormRefusal} if the call fails
 */
export interface EnrolmentCalls {
  check(token: string): Promise<EnrolmentCheckData>;
  complete(body: EnrolmentCompleteBody): Promise<EnrolmentCompleteData>;
}

export function createEnrolmentCalls(apiBase: string, httpClient: HttpClient): EnrolmentCalls {
  const post = (path: string, body: object) =>
    refusing(httpClient(apiBase + path, { method: 'POST', body: JSON.stringify(body) }));
  /** True once an attempt to complete had no response, so that it may have used the link. */
  let isUnsure = false;
  return {
    async check(token) {
      const { json, status } = await post(enrolmentCheck.path, { token });
      return parseWith(enrolmentCheckDataSchema, json, status);
    },
    async complete(body) {
      const { json, status } = await post(enrolmentComplete.path, body).catch((error: unknown) => {
        const cause = error instanceof FormRefusal ? error.cause : null;
        if (!(cause instanceof ApiError)) throw error;
        if (cause.kind !== 'answer') isUnsure = true;
        else if (isUnsure && cause.status === NOT_FOUND) throw perhapsDone(cause);
        throw error;
      });
      return parseWith(enrolmentCompleteDataSchema, json, status);
    },
  };
}

/** The link no longer works, which the user's own unanswered attempt can have caused. */
function perhapsDone(cause: ApiError): FormRefusal {
  const remedy = { label: 'enrolment.to_sign_in', run: () => location.assign('/login') };
  return new FormRefusal('enrolment.perhaps_done', {}, {}, { cause, remedy });
}
