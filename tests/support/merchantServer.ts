import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/** One request received by a merchant's server. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body of a result. `{}` for an event, whose body is nested. */
  body: Record<string, string | null>;
}

/** A merchant's server on this machine. The test decides how it responds. */
export interface MerchantServer {
  url: string;
  received: Received[];
  /** Sets the response to requests from now on. Initially the server acknowledges them. */
  answer(how: (response: ServerResponse, posted: Received) => void): void;
  close(): Promise<void>;
}

const bodySchema = z.record(z.string(), z.string().nullable());

export const acknowledge = (response: ServerResponse) => response.end('success');

export async function startMerchantServer(): Promise<MerchantServer> {
  let answer: Parameters<MerchantServer['answer']>[0] = acknowledge;
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { data: body = {} } = bodySchema.safeParse(JSON.parse(text));
      const posted = { path: request.url ?? '', headers: request.headers, text, body };
      received.push(posted);
      answer(response, posted);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = addressOf(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer(how) {
      answer = how;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** @throws {Error} if the server doesn't listen on a port */
export function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address;
}
