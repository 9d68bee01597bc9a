import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Access, Call } from '#shared/contract/call.ts';
import { parsePart } from './parsePart.ts';
import type { Session } from './session.ts';

export interface PublicContext<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a handler gets: the checked parts of the request and who asks. */
export interface Context<Params, Query, Body> extends PublicContext<Params, Query, Body> {
  session: Session;
}

export type Handler<C, D extends z.ZodType> = (context: C) => Promise<z.input<D>>;

/** A call for those who are signed in, with what answers it. */
export interface Route {
  call: Call;
  answer(
    this: void,
    asked: { request: FastifyRequest; reply: FastifyReply; params: unknown; session: Session },
  ): Promise<unknown>;
}

/** Puts a call and its handler together, so that the handler sees only what the call's schemas let through. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  call: Call<P, Q, B, D, Exclude<Access, 'public'>>,
  handler: Handler<Context<z.output<P>, z.output<Q>, z.output<B>>, D>,
): Route {
  return {
    call,
    answer: ({ request, reply, params, session }) =>
      handler({ ...parts(call, request, params), session, request, reply }),
  };
}

/** The checked parts of a request; a part that the call does not declare is left as it came and not typed. */
export function parts<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  call: Call<P, Q, B>,
  request: FastifyRequest,
  params: unknown = request.params,
) {
  return {
    params: parsePart('params', call.params, params),
    query: parsePart('query', call.query, request.query),
    body: parsePart('body', call.body, request.body),
  };
}
