import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Access, Call } from '#shared/contract/call.ts';
import { CODE_OK } from '#shared/contract/envelope.ts';
import { ForbiddenError, SessionEndedError } from '../errors.ts';
import { parsePart } from './parsePart.ts';
import type { Authenticate, Session } from './session.ts';
import { tokenOf } from './tokenOf.ts';

/** Path below which all calls live. */
export const API_BASE = '/prod-api';

interface PublicContext<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a handler gets: the checked parts of the request and who asks. */
interface Context<Params, Query, Body> extends PublicContext<Params, Query, Body> {
  session: Session;
}

type Handler<C, D extends z.ZodType> = (context: C) => Promise<z.input<D>>;

export interface RouterOptions {
  app: FastifyInstance;
  authenticate: Authenticate;
  /** Checks each answer against its contract: on in tests, off in production, where it would cost time. */
  verifyAnswers: boolean;
}

/**
 * Adds calls to the server, each in the same order: authenticate, then permission, then the parts of the request,
 * then the handler, then the envelope. Keeps the list of calls for the API description.
 */
export class Router {
  readonly calls: Call[] = [];
  readonly #options: RouterOptions;

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** A call that needs no session. */
  public<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
    call: Call<P, Q, B, D, 'public'>,
    handler: Handler<PublicContext<z.output<P>, z.output<Q>, z.output<B>>, D>,
  ): void {
    this.#add(call, (request, reply) => handler({ ...parts(call, request), request, reply }));
  }

  /** A call for those signed in, or for the holders of a permission. */
  signedIn<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
    call: Call<P, Q, B, D, Exclude<Access, 'public'>>,
    handler: Handler<Context<z.output<P>, z.output<Q>, z.output<B>>, D>,
  ): void {
    const sessions = new WeakMap<FastifyRequest, Session>();
    const authorise = async (request: FastifyRequest) => {
      const token = tokenOf(request);
      if (token === null) throw new SessionEndedError();
      const session = await this.#options.authenticate(token);
      if (call.access !== 'session' && !session.permissions.has(call.access.permission)) throw new ForbiddenError();
      sessions.set(request, session);
    };
    this.#add(
      call,
      (request, reply) => {
        const session = sessions.get(request);
        if (!session) throw new SessionEndedError();
        return handler({ ...parts(call, request), session, request, reply });
      },
      authorise,
    );
  }

  #add<D extends z.ZodType>(
    call: Call<z.ZodType, z.ZodType, z.ZodType, D>,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<z.input<D>>,
    onRequest?: (request: FastifyRequest) => Promise<void>,
  ): void {
    this.calls.push(call);
    this.#options.app.route({
      method: call.method,
      url: API_BASE + call.path,
      ...(onRequest ? { onRequest } : {}),
      handler: async (request, reply) => {
        const data = await answer(request, reply);
        if (this.#options.verifyAnswers) call.data.parse(data);
        return { code: CODE_OK, msg: '', data };
      },
    });
  }
}

/** The checked parts of a request; a part that the call does not declare is left as it came and not typed. */
function parts<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  call: Call<P, Q, B>,
  request: FastifyRequest,
) {
  return {
    params: parsePart('params', call.params, request.params),
    query: parsePart('query', call.query, request.query),
    body: parsePart('body', call.body, request.body),
  };
}
