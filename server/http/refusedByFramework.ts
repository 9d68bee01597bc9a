import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** For answers that never come to the hooks which give all others theirs. Nothing in them is to be shown as a page. */
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** Of Node's parser, by the code of its error; everything else is 400. */
const STATUS_OF: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** An address that can't be decoded belongs to no route. */
export function frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  void reply.status(status).headers(HEADERS).send(envelope(status, request.id));
}

/** What is no request at all is refused on its connection, which ends with it; nobody knows for whom to translate. */
export function clientErrorHandler(error: NodeJS.ErrnoException & { rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = STATUS_OF[error.code ?? ''] ?? 400;
  const body = envelope(status);
  const lines = Object.entries({ ...HEADERS, 'Content-Length': Buffer.byteLength(body), Connection: 'close' });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  // After the answer to a HEAD nothing may follow: a client would take it for the next one.
  const isHead = error.rawPacket instanceof Buffer && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  socket.destroySoon();
}

function envelope(status: number, requestId?: string): string {
  const data = { error: 'malformed', ...(requestId === undefined ? {} : { request_id: requestId }) };
  return JSON.stringify({ code: status * 100, msg: 'The request couldn’t be read.', data });
}
