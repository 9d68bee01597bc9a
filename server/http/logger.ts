import type { FastifyServerOptions } from 'fastify';

/** Query parameters that must not be logged. */
const SECRET_QUERY = /([?&](?:token|login_token|sign)=)[^&]*/gi;

/** The URL with tokens in its query redacted. */
export function redactUrl(url: string): string {
  return url.replace(SECRET_QUERY, '$1[redacted]');
}

export interface LogStream {
  /** @param line one JSON object and a line break */
  write(line: string): void;
}

/** Structured logs, one JSON object per line. Bodies and headers are never logged, so passwords can't be. */
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
