import type { FastifyServerOptions } from 'fastify';

/** Query values that must not reach a log. */
const SECRET_QUERY = /([?&](?:token|login_token|sign)=)[^&]*/gi;

/** An address without what it might tell: tokens in a query are never logged. */
export function redactUrl(url: string): string {
  return url.replace(SECRET_QUERY, '$1[redacted]');
}

export interface LogStream {
  /** @param line one JSON and a line break */
  write(line: string): void;
}

/** Structured logs, one JSON a line. Bodies and headers are not logged at all, so no password can be. */
export function loggerOptions(level: string, stream?: LogStream): Exclude<FastifyServerOptions['logger'], undefined> {
  if (level === 'silent') return false;
  return {
    level,
    ...(stream && { stream }),
    serializers: {
      req: (request) => ({ method: request.method, url: redactUrl(request.url), ip: request.ip }),
    },
    redact: ['*.password', '*.totp_code', '*.pay_password', '*.token', '*.authorization', '*.card_number'],
  };
}
