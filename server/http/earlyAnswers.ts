import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PERMISSIONS, STRICT_TRANSPORT } from './securityHeaders.ts';

/** Responses that bypass the hooks, because Node or Fastify sends them before the route is known. */

type Headers = Readonly<Record<string, string>>;

/**
 * Security headers of a response that isn't meant for users: browsers neither render, embed nor keep it.
 * @param isHttps adds Strict-Transport-Security
 */
export function earlyHeaders(isHttps: boolean): Headers {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS,
    'Referrer-Policy': 'no-referrer',
    ...(isHttps && { 'Strict-Transport-Security': STRICT_TRANSPORT }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

/**
 * The class of a server's responses, with headers that each response has unless it sets its own. Node itself answers
 * requests without `Host` and with an unknown `Expect`, and Fastify those that arrive while it closes.
 */
export function responseWith(headers: Headers): typeof ServerResponse {
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    constructor(request: Request) {
      super(request);
      for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    }
  };
}

/** Answers requests whose URL can't be decoded; they match no route. */
export function frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  void reply.status(status).type(JSON_TYPE).send(envelope(status, request.id));
}

/** Status by error code of Node's parser; all others are 400. */
const PARSER_STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

type ParserError = NodeJS.ErrnoException & { rawPacket?: unknown };

/** Answers malformed HTTP on its socket and closes it. The language is unknown, so the message is English. */
export function answeringClientErrors(headers: Headers): (error: ParserError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = PARSER_STATUS[error.code ?? ''] ?? 400;
    const body = envelope(status);
    const own = { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
    const lines = Object.entries({ ...headers, ...own }).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
    // A response to HEAD has no body; a client would take it for the next response.
    const isHead = error.rawPacket instanceof Buffer && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
    if (socket.writable) socket.write(`${head}\r\n\r\n${isHead ? '' : body}`);
    socket.destroySoon();
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

function envelope(status: number, requestId?: string): string {
  const data = { error: 'malformed', ...(requestId === undefined ? {} : { request_id: requestId }) };
  return JSON.stringify({ code: status * 100, msg: MESSAGES[status] ?? 'The request couldn’t be read.', data });
}

const MESSAGES: Readonly<Record<number, string>> = {
  408: 'The request didn’t arrive in time. Send it again.',
  431: 'The address and headers of the request are too long. Split it into several calls.',
};
