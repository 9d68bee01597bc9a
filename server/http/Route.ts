import type { Readable } from 'node:stream';
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

/** Arguments of a handler: the validated parts of the request and the caller's session. */
export interface Context<Params, Query, Body> extends PublicContext<Params, Query, Body> {
  session: Session;
}

export type Handler<C, D extends z.ZodType> = (context: C) => Promise<z.input<D>>;

/** A call for signed-in users, with its handler. */
export interface Route {
  call: Call;
  answer(
    this: void,
    asked: { request: FastifyRequest; reply: FastifyReply; params: unknown; session: Session },
  ): Promise<unknown>;
}

/** Pairs a call with its handler, typed by the call's schemas. */
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

/** The validated parts of a request. A part without a schema is passed through, untyped. */
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

/** A response that is a file instead of JSON in an envelope. */
export class FileAnswer<Body extends Buffer | Readable = Buffer | Readable> {
  /** @param headers must contain Content-Type and Content-Disposition */
  constructor(
    readonly body: Body,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

export const isFileAnswer = (data: unknown): data is FileAnswer => data instanceof FileAnswer;

/** Sends a file with a sandboxing Content-Security-Policy, so that a browser that opens it runs no script. */
export function sendFile(reply: FastifyReply, { body, headers }: FileAnswer): FastifyReply {
  return reply
    .headers(headers)
    .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('X-Content-Type-Options', 'nosniff')
    .send(body);
}
