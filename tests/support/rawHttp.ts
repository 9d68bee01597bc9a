import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressOf } from './merchantServer.ts';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** How long a connection may say nothing, in milliseconds. */
const SILENCE = 5_000;

/** The port of a server that listens on the loopback address from now on. */
export async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return addressOf(app.server.address()).port;
}

/**
 * Sends bytes that no client library would, and reads until the server hangs up or says nothing more.
 * @returns all answers that came, one after the other
 */
export function exchange(port: number, sent: string | Buffer): Promise<RawAnswer[]> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1', () => socket.write(sent));
    socket.setTimeout(SILENCE, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The server may hang up before it has read everything.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answersIn(Buffer.concat(chunks))));
  });
}

/** The one answer to a request that asks the server to hang up afterwards. */
export async function answerTo(port: number, sent: string | Buffer): Promise<RawAnswer> {
  const answers = await exchange(port, sent);
  const [answer] = answers;
  if (!answer || answers.length > 1) throw new Error(`${answers.length} answers came in place of one`);
  return answer;
}

/** A request's bytes, with a body of a known length and a wish to hang up, unless the headers say otherwise. */
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
      ...{ status: Number(start.split(' ')[1]), headers },
      body: rest.subarray(end + 4, end + 4 + length).toString('utf8'),
    });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}
