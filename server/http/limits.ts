import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { TooManyRequestsError } from '../errors.ts';
import { API_BASE } from './router.ts';

/** Calls of the API that one address may make in a minute. */
export interface RequestLimits {
  perMinute: number;
  signInsPerMinute: number;
}

export const DEFAULT_LIMITS: RequestLimits = { perMinute: 1200, signInsPerMinute: 30 };

/** Body of a request, in bytes; uploads have limits of their own. */
export const BODY_LIMIT = 256 * 1024;

const SIGN_IN_PATHS = ['/prod-api/login', '/prod-api/enrolment/check', '/prod-api/enrolment/complete'];

/** Guards against floods from one address; a single user's guesses are limited by the lock on the user name. */
export async function requestLimits(app: FastifyInstance, limits: RequestLimits): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    // Files of the console cost next to nothing, and one page of it asks for dozens.
    allowList: (request) => !request.url.startsWith(`${API_BASE}/`),
    keyGenerator: (request) => `${isSignIn(request.url) ? 'sign-in' : 'any'} ${request.ip}`,
    max: (request) => (isSignIn(request.url) ? limits.signInsPerMinute : limits.perMinute),
    errorResponseBuilder: (_request, context) => new TooManyRequestsError(Math.ceil(context.ttl / 1000)),
  });
}

function isSignIn(url: string): boolean {
  return SIGN_IN_PATHS.includes(url.split('?')[0] ?? '');
}
