import type { HttpClient } from '#console/api/httpClient.ts';
import { parseWith } from '#console/api/readEnvelope.ts';
import { enrolmentCheck, enrolmentComplete } from '#shared/contract/calls.ts';
import {
  enrolmentCheckDataSchema,
  enrolmentCompleteDataSchema,
  type EnrolmentCheckData,
  type EnrolmentCompleteBody,
  type EnrolmentCompleteData,
} from '#shared/contract/enrolment.ts';
import { refusing } from './refusing.ts';

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
  return {
    async check(token) {
      const { json, status } = await post(enrolmentCheck.path, { token });
      return parseWith(enrolmentCheckDataSchema, json, status);
    },
    async complete(body) {
      const { json, status } = await post(enrolmentComplete.path, body);
      return parseWith(enrolmentCompleteDataSchema, json, status);
    },
  };
}
