import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressOf } from './merchantServer.ts';

/** A response as read from the connection. */
export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Milliseconds after which a silent connection is given up. */
const SILENCE = 5_000;

/** Makes a server listen on the loopback address. Resolves to its port. */
export async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return addressOf(app.server.address()).port;
}

/**
 * Sends bytes that no client library would send, and reads until the server closes the connection or stops responding.
 * @returns all responses, in order
 */
export function exchange(port: number, sent: string | Buffer): Promise<RawAnswer[]> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1', () => socket.write(sent));
    socket.setTimeout(SILENCE, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The server may close the connection before it has read everything.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answersIn(Buffer.concat(chunks))));
  });
}

/** The response to a request that asks the server to close the connection afterwards. */
export async function answerTo(port: number, sent: string | Buffer): Promise<RawAnswer> {
  const answers = await exchange(port, sent);
  const [answer] = answers;
  if (!answer || answers.length > 1) throw new Error(`${answers.length} answers came in place of one`);
  return answer;
}

/** A request's bytes, with `Content-Length` and `Connection: close` unless the headers say otherwise. */
export function requestBytes(
  { method = 'GET', target, headers = {} }: { method?: string; target: string; headers?: Record<string, string> },
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body);
  const all = { Host: 'localhost', Connection: 'close', 'Content-Length': String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`), bytes]);
}

function answersIn(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (let end = rest.indexOf('\r\n\r\n'); end >= 0; end = rest.indexOf('\r\n\r\n')) {
    const [start = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = headers['content-length'] === undefined ? rest.length : Number(headers['content-length']);
    answers.push({
      status: Number(start.split(' ')[1]),
      headers,
      body: rest.subarray(end + 4, end + 4 + length).toString('utf8'),
    });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}
