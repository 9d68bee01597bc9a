import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequestsError } from '../errors.ts';
import { API_BASE } from './router.ts';

export const MINUTE_MS = 60_000;

/** Counts calls, minute by minute. */
export interface CallCounter {
  /** Counts one more. @returns the calls of this minute, this one included, and the milliseconds that are left of it */
  add(key: string): { calls: number; leftMs: number };
}

/** Path below which merchants' servers call. */
export const GATEWAY_BASE = '/gateway';

/** Path of pages for payers, each below it named by its token. */
export const PAY_PAGE_PATH = `${GATEWAY_BASE}/pay`;

/** Path of what banks call, each channel below it by its code. */
export const CALLBACK_PATH = `${GATEWAY_BASE}/callbacks`;

/** Calls that one address may make in a minute. */
export interface RequestLimits {
  perMinute: number;
  signInsPerMinute: number;
  /** Calls to the gateway, which has a limit for each merchant besides; absent: as many as anything else. */
  gatewayPerMinute?: number;
  /** Pages for payers; absent: as many as anything else. */
  payPagesPerMinute?: number;
}

export const DEFAULT_LIMITS: RequestLimits = {
  perMinute: 1200,
  signInsPerMinute: 30,
  gatewayPerMinute: 6000,
  payPagesPerMinute: 120,
};

/** Body of a request, in bytes; uploads have limits of their own. */
export const BODY_LIMIT = 256 * 1024;

const SIGN_IN_PATHS = ['/prod-api/login', '/prod-api/enrolment/check', '/prod-api/enrolment/complete'];

type Kind = 'sign-in' | 'gateway' | 'pay-page' | 'any';

/**
 * Guards against floods from one address; a single user's guesses are limited by the lock on the user name. A call
 * counts before anything else is looked at, so that those with a wrong token count too.
 */
export async function requestLimits(app: FastifyInstance, limits: RequestLimits, counts: CallCounter): Promise<void> {
  const { perMinute, signInsPerMinute, gatewayPerMinute = perMinute, payPagesPerMinute = perMinute } = limits;
  const most: Record<Kind, number> = {
    'sign-in': signInsPerMinute,
    gateway: gatewayPerMinute,
    'pay-page': payPagesPerMinute,
    any: perMinute,
  };
  await app.register(rateLimit, { global: false, store: storeOf(counts) });
  const limit = app.rateLimit({
    timeWindow: MINUTE_MS,
    // Files of the console cost next to nothing, and one page of it asks for dozens.
    allowList: (request) => kindOf(request) === null,
    keyGenerator: (request) => `${kindOf(request)} ${request.ip}`,
    max: (request) => most[kindOf(request) ?? 'any'],
    errorResponseBuilder: (_request, context) => new TooManyRequestsError(Math.ceil(context.ttl / 1000)),
  });
  app.addHook('onRequest', limit);
}

/** Has its counts in common with the other servers. */
function storeOf(counts: CallCounter) {
  return class implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1]): void {
      const { calls, leftMs } = counts.add(key);
      callback(null, { current: calls, ttl: leftMs });
    }
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

/** By the route that answers, for one address can be written in many ways; null: not limited. */
function kindOf({ routeOptions: { url = '' } }: FastifyRequest): Kind | null {
  if (url.startsWith(`${PAY_PAGE_PATH}/`)) return 'pay-page';
  if (url.startsWith(`${GATEWAY_BASE}/`)) return 'gateway';
  if (!url.startsWith(`${API_BASE}/`)) return null;
  return SIGN_IN_PATHS.includes(url) ? 'sign-in' : 'any';
}
