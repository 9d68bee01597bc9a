import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { millisecondsInMinute } from 'date-fns/constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequestsError } from '../errors.ts';
import { networkOf } from './networkOf.ts';
import { API_BASE } from './router.ts';

/** Counts calls per minute. */
export interface CallCounter {
  /** Counts a call. @returns the calls of the current minute, including this one, and the milliseconds left of it */
  add(key: string): { calls: number; leftMs: number };
}

/** Base path of the gateway for merchants' servers. */
export const GATEWAY_BASE = '/gateway';

/** Base path of the payment pages, each identified by its token. */
export const PAY_PAGE_PATH = `${GATEWAY_BASE}/pay`;

/** Base path of banks' callbacks, followed by the channel's code. */
export const CALLBACK_PATH = `${GATEWAY_BASE}/callbacks`;

/** Calls per minute and IP address. */
export interface RequestLimits {
  perMinute: number;
  signInsPerMinute: number;
  /** Gateway calls, which also have a limit per merchant; like other calls if absent. */
  gatewayPerMinute?: number;
  /** Payment pages; like other calls if absent. */
  payPagesPerMinute?: number;
}

/** @param merchantCallsPerMinute limit of a merchant's gateway calls, half of what one address may send */
export function limitsFor(merchantCallsPerMinute: number): RequestLimits {
  return {
    perMinute: 1200,
    signInsPerMinute: 30,
    gatewayPerMinute: Math.max(6000, 2 * merchantCallsPerMinute),
    payPagesPerMinute: 120,
  };
}

/** Maximum size of a request body, in bytes. Uploads have their own limits. */
export const BODY_LIMIT = 256 * 1024;

const SIGN_IN_PATHS = ['/prod-api/login', '/prod-api/enrolment/check', '/prod-api/enrolment/complete'];

type Kind = 'sign-in' | 'gateway' | 'pay-page' | 'any';

/**
 * Rate-limits each IP address, or IPv6 network. Guesses are limited by `limits/signInAttempts.ts` as well. Calls are
 * counted before authentication, so calls with a wrong token count, too.
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
    timeWindow: millisecondsInMinute,
    // The console's files cost next to nothing, and one page requests dozens.
    allowList: (request) => kindOf(request) === null,
    keyGenerator: (request) => `${kindOf(request)} ${networkOf(request.ip)}`,
    max: (request) => most[kindOf(request) ?? 'any'],
    errorResponseBuilder: (_request, context) => new TooManyRequestsError(Math.ceil(context.ttl / 1000)),
  });
  app.addHook('onRequest', limit);
}

/** A store for @fastify/rate-limit that shares its counts with the other servers. */
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

/** The limit that applies to a request, by its route because one URL has many spellings; null if unlimited. */
function kindOf({ routeOptions: { url = '' } }: FastifyRequest): Kind | null {
  if (url.startsWith(`${PAY_PAGE_PATH}/`)) return 'pay-page';
  if (url.startsWith(`${GATEWAY_BASE}/`)) return 'gateway';
  if (!url.startsWith(`${API_BASE}/`)) return null;
  return SIGN_IN_PATHS.includes(url) ? 'sign-in' : 'any';
}
