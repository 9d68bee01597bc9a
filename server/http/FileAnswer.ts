import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** A response that is a file instead of JSON in an envelope. */
export class FileAnswer {
  readonly body: Buffer | Readable;
  /** Must contain Content-Type and Content-Disposition. */
  readonly headers: Readonly<Record<string, string>>;
  constructor(body: Buffer | Readable, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

export const fileAnswerSchema = z.instanceof(FileAnswer);

/** Sends a file with a sandboxing Content-Security-Policy, so that a browser that opens it runs no script. */
export function sendFile(reply: FastifyReply, { body, headers }: FileAnswer): FastifyReply {
  return reply
    .headers(headers)
    .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('X-Content-Type-Options', 'nosniff')
    .send(body);
}
