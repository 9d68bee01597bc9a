import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Headers of responses that bypass all hooks. Keeps browsers from rendering them as pages. */
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** Status by error code of Node's parser; all others are 400. */
const STATUS_OF: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers requests whose URL can't be decoded; they match no route. */
export function frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  void reply.status(status).headers(HEADERS).send(envelope(status, request.id));
}

/** Answers malformed HTTP on its socket and closes it. The language is unknown, so the message is English. */
export function clientErrorHandler(error: NodeJS.ErrnoException & { rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = STATUS_OF[error.code ?? ''] ?? 400;
  const body = envelope(status);
  const lines = Object.entries({ ...HEADERS, 'Content-Length': Buffer.byteLength(body), Connection: 'close' });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  // A response to HEAD has no body; a client would take it for the next response.
  const isHead = error.rawPacket instanceof Buffer && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  socket.destroySoon();
}

function envelope(status: number, requestId?: string): string {
  const data = { error: 'malformed', ...(requestId === undefined ? {} : { request_id: requestId }) };
  return JSON.stringify({ code: status * 100, msg: 'The request couldn’t be read.', data });
}
