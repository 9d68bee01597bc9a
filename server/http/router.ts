import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Access, Call } from '#shared/contract/call.ts';
import { CODE_OK } from '@merchant-console/protocol';
import { IN_BACKGROUND_HEADER } from '#shared/contract/live.ts';
import { MENU_VERSION_HEADER } from '#shared/contract/menuVersion.ts';
import {
  ForbiddenError,
  MethodNotAllowedError,
  NotFoundError,
  SessionEndedError,
  WrongSecretError,
} from '../errors.ts';
import { jsonReader, readBytes } from './readBody.ts';
import {
  type Context,
  isFileAnswer,
  type Handler,
  parts,
  type PublicContext,
  route,
  type Route,
  sendFile,
} from './Route.ts';
import { assertConfirmed, type Authenticate, sessionForSide, type Session, tokenOf } from './session.ts';

/** A rejected call of a signed-in user. */
export interface Refused {
  session: Session;
  call: Call;
  request: FastifyRequest;
  /** ID of the error, or of the invalid field's message: `forbidden`, `pay_password_wrong`. */
  reason: string;
}

/** Base path of the API. */
export const API_BASE = '/prod-api';

interface RouterOptions {
  app: FastifyInstance;
  authenticate: Authenticate;
  /** Validates each response against its contract. On in tests, off in production for speed. */
  verifyAnswers: boolean;
  /** Called before the response if a signed-in user lacks a permission or gave a wrong password or code. */
  onRefused(refused: Refused): Promise<void>;
}

/** Methods that calls have. */
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** A route and the values of its path parameters. */
interface FoundRoute {
  route: Route;
  params: Record<string, string>;
}

/** @param segments the decoded path below `API_BASE` */
export type FindRoute = (method: string, segments: string[]) => FoundRoute | undefined;

/**
 * Registers calls that all run in the same order: authentication, permission, validation, handler, envelope. Keeps the
 * list of calls for the API description.
 */
export class Router {
  readonly calls: Call[] = [];
  readonly #options: RouterOptions;
  readonly #patterns = new WeakMap<FastifyRequest, string>();

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** The path pattern of a request that was matched by `changing`. */
  patternOf(request: FastifyRequest): string | undefined {
    return this.#patterns.get(request);
  }

  /** A call without a session. */
  public<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
    call: Call<P, Q, B, D, 'public'>,
    handler: Handler<PublicContext<z.output<P>, z.output<Q>, z.output<B>>, D>,
  ): void {
    this.calls.push(call);
    this.#options.app.route({
      method: call.method,
      url: API_BASE + call.path,
      handler: async (request, reply) =>
        this.#send(call, reply, await handler({ ...parts(call, request), request, reply })),
    });
  }

  /** A call for signed-in users, or for those with a permission. */
  signedIn<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
    call: Call<P, Q, B, D, Exclude<Access, 'public'>>,
    handler: Handler<Context<z.output<P>, z.output<Q>, z.output<B>>, D>,
  ): void {
    const added = route(call, handler);
    const sessions = new WeakMap<FastifyRequest, Session>();
    this.calls.push(call);
    this.#options.app.route({
      method: call.method,
      url: API_BASE + call.path,
      onRequest: async (request, reply) => {
        const session = sessionForSide(call, await this.#authenticate(request, reply, call));
        await this.#watched({ session, call, request }, () => authorise(session, call));
        sessions.set(request, session);
      },
      handler: (request, reply) =>
        this.#answer({ route: added, params: request.params }, sessions.get(request), request, reply),
    });
  }

  /**
   * Calls of declared resources, which change at run time. Calls of `signedIn` and `public` take precedence. A mistyped
   * path or method is reported before a missing session, because that would sign out a client that has one. The API
   * description is public, so this reveals nothing.
   */
  async changing(find: FindRoute): Promise<void> {
    await this.#options.app.register(async (scope) => {
      const found = new WeakMap<FastifyRequest, FoundRoute & { session: Session }>();
      const readJson = jsonReader(scope);
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
        const upload = found.get(request)?.route.call.upload;
        const bytes = await readBytes(request, payload, upload?.maxBytes ?? request.routeOptions.bodyLimit);
        return upload ? bytes : readJson(request, bytes);
      });
      scope.route({
        method: [...METHODS, 'PATCH'],
        url: `${API_BASE}/*`,
        onRequest: async (request, reply) => {
          const segments = segmentsOf(request.url);
          const method = request.method === 'HEAD' ? 'GET' : request.method;
          const match = find(method, segments);
          if (!match) throw this.#missing(method, segments, find);
          const signedIn = await this.#authenticate(request, reply);
          const { call } = match.route;
          const session = sessionForSide(call, signedIn);
          this.#patterns.set(request, API_BASE + call.path);
          await this.#watched({ session, call, request }, () => authorise(session, call));
          found.set(request, { ...match, session });
        },
        handler: (request, reply) => {
          const match = found.get(request);
          if (!match) throw new NotFoundError();
          return this.#answer(match, match.session, request, reply);
        },
      });
    });
  }

  /** The error of a request that belongs to no call. A call with this method and path has rejected a long parameter. */
  #missing(asked: string, segments: string[], find: FindRoute): Error {
    const isAt = (path: string) => {
      const pattern = path.slice(1).split('/');
      return (
        pattern.length === segments.length && pattern.every((part, at) => part[0] === ':' || part === segments[at])
      );
    };
    const fixed = new Set<string>(this.calls.filter(({ path }) => isAt(path)).map(({ method }) => method));
    const allowed = METHODS.filter((method) => fixed.has(method) || find(method, segments));
    return allowed.length === 0 || fixed.has(asked) ? new NotFoundError() : new MethodNotAllowedError(allowed);
  }

  /** Every response carries the version of the user's menu, errors too, because a changed menu may be the reason. */
  async #authenticate(request: FastifyRequest, reply: FastifyReply, call?: Call): Promise<Session> {
    const token = tokenOf(request);
    if (token === null) throw new SessionEndedError();
    const isInBackground = call?.inBackground === true || IN_BACKGROUND_HEADER.toLowerCase() in request.headers;
    const session = await this.#options.authenticate(token, { keepsAlive: !isInBackground });
    void reply.header(MENU_VERSION_HEADER, session.menuVersion);
    return session;
  }

  async #answer(
    { route: { call, answer }, params }: { route: Route; params: unknown },
    session: Session | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if (!session) throw new SessionEndedError();
    const data = await this.#watched({ session, call, request }, () => answer({ request, reply, params, session }));
    if (isFileAnswer(data) && data.body instanceof Readable && call.inBackground !== true) {
      const token = tokenOf(request) ?? '';
      endWithSession(data.body, session, () => this.#options.authenticate(token, { keepsAlive: false }));
    }
    return this.#send(call, reply, data);
  }

  async #watched<T>(asked: Omit<Refused, 'reason'>, act: () => T): Promise<Awaited<T>> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof ForbiddenError) await this.#options.onRefused({ ...asked, reason: error.id });
      if (error instanceof WrongSecretError) await this.#options.onRefused({ ...asked, reason: error.reason });
      throw error;
    }
  }

  #send(call: Call, reply: FastifyReply, data: unknown) {
    if (this.#options.verifyAnswers) call.data.parse(data);
    if (isFileAnswer(data)) return sendFile(reply, data);
    return reply.status(call.status ?? 200).send({ code: CODE_OK, msg: '', data });
  }
}

/**
 * @throws {ForbiddenError} if the session may not make the call
 * @throws {ConfirmationRequiredError} if it may, but must be confirmed first
 */
export function authorise(
  { permissions, preview, isTest, isConfirmed }: Session,
  {
    access,
    method,
    allowedInPreview,
    side,
    stepUp,
  }: Pick<Call, 'access' | 'method' | 'allowedInPreview' | 'side' | 'stepUp'>,
): void {
  if (side === 'live' && isTest) throw new ForbiddenError('not_in_test_mode');
  if (side === 'test' && !isTest) throw new ForbiddenError('only_in_test_mode');
  if (preview !== null && method !== 'GET' && allowedInPreview !== true) throw new ForbiddenError('preview_read_only');
  if (!isAllowed(access, permissions)) throw new ForbiddenError();
  if (stepUp === 'always') assertConfirmed({ isConfirmed, isTest }, side);
}

function isAllowed(access: Access, permissions: ReadonlySet<string>): boolean {
  if (access === 'public' || access === 'session') return true;
  const anyOf = 'permission' in access ? [access.permission] : access.anyPermission;
  return anyOf.some((key) => permissions.has(key));
}

/** @throws {NotFoundError} if the URL can't be decoded */
function segmentsOf(url: string): string[] {
  const [path = ''] = url.split('?');
  try {
    return path
      .slice(API_BASE.length + 1)
      .split('/')
      .map(decodeURIComponent);
  } catch {
    throw new NotFoundError();
  }
}

/** Interval of checks while a file is sent, in milliseconds. */
export const CHECK_EVERY_MS = 1_000;

/**
 * Aborts a file that is being sent when its session ends, for example because the user was disabled, or when the user
 * loses a permission, because any of them may decide what the file contains.
 * @param look reads the current session; throws SessionEndedError if it has ended
 */
function endWithSession(body: Readable, { permissions }: Session, look: () => Promise<Session>): void {
  async function check(): Promise<void> {
    try {
      const now = await look();
      if (![...permissions].every((key) => now.permissions.has(key))) body.destroy(new ForbiddenError());
    } catch (error) {
      // The next check repeats one that failed for another reason.
      if (error instanceof SessionEndedError) body.destroy(error);
    }
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();
  body.once('close', () => clearInterval(timer));
}
