import type { FastifyRequest } from 'fastify';
import type { Call } from '#shared/contract/call.ts';
import type { Session } from './session.ts';

/** A call that somebody who is signed in was refused. */
export interface Refused {
  session: Session;
  call: Call;
  request: FastifyRequest;
  /** Id of the error, or of the text on the field that was wrong: `forbidden`, `pay_password_wrong`. */
  reason: string;
}
