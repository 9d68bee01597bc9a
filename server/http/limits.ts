import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { TooManyRequestsError } from '../errors.ts';
import { API_BASE } from './router.ts';

/** Path below which merchants' servers call. */
export const GATEWAY_BASE = '/gateway';

/** Path of pages for payers, each below it named by its token. */
export const PAY_PAGE_PATH = `${GATEWAY_BASE}/pay`;

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

/** Guards against floods from one address; a single user's guesses are limited by the lock on the user name. */
export async function requestLimits(app: FastifyInstance, limits: RequestLimits): Promise<void> {
  const { perMinute, signInsPerMinute, gatewayPerMinute = perMinute, payPagesPerMinute = perMinute } = limits;
  const most = {
    'sign-in': signInsPerMinute,
    gateway: gatewayPerMinute,
    'pay-page': payPagesPerMinute,
    any: perMinute,
  };
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    // Files of the console cost next to nothing, and one page of it asks for dozens.
    allowList: ({ url }) => !url.startsWith(`${API_BASE}/`) && !isGateway(url),
    keyGenerator: ({ url, ip }) => `${kindOf(url)} ${ip}`,
    max: ({ url }) => most[kindOf(url)],
    errorResponseBuilder: (_request, context) => new TooManyRequestsError(Math.ceil(context.ttl / 1000)),
  });
}

function kindOf(url: string): 'sign-in' | 'gateway' | 'pay-page' | 'any' {
  if (url.startsWith(`${PAY_PAGE_PATH}/`)) return 'pay-page';
  if (isGateway(url)) return 'gateway';
  return isSignIn(url) ? 'sign-in' : 'any';
}

function isGateway(url: string): boolean {
  return url.startsWith(`${GATEWAY_BASE}/`);
}

function isSignIn(url: string): boolean {
  return SIGN_IN_PATHS.includes(url.split('?')[0] ?? '');
}
