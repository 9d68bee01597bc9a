import type { HttpClient } from '#console/api/httpClient.ts';
import { parseWith } from '#console/api/readEnvelope.ts';
import { enrolmentCheck, enrolmentComplete } from '#shared/contract/calls.ts';
import { enrolmentCheckDataSchema, type EnrolmentCheckData } from '#shared/contract/enrolment.ts';
import { refusing } from './refusing.ts';

/** The calls that an invited user makes before there is a session. Both reject with a FormRefusal. */
export interface EnrolmentCalls {
  check(token: string): Promise<EnrolmentCheckData>;
  complete(body: { token: string; password: string; totp_code: string }): Promise<void>;
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
      await post(enrolmentComplete.path, body);
    },
  };
}
