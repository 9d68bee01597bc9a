import { once } from 'node:events';
import { connect as connectTo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestTimeouts } from '#server/http/connections.ts';
import { listening } from '#tests/support/rawHttp.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const TIMEOUTS: RequestTimeouts = {
  headersMs: 600,
  requestMs: 1_200,
  silenceMs: 2_000,
  idleMs: 5_000,
  lookEveryMs: 100,
};
/** Well below the limits, so that the connection never counts as idle. */
const DRIP_MS = 50;
/** Milliseconds that a busy machine may take beyond the limits. */
const PATIENT = 30_000;

/** Concurrent, since each test only waits. */
describe.concurrent('a slow client', () => {
  let world: World;
  let port: number;
  let token: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, {
      orders: 20,
      app: { timeouts: TIMEOUTS, live: { lookEveryMs: 100, atMostEveryMs: 100, beatMs: 300 } },
    });
    port = await listening(world.app);
    ({ login_token: token } = await world.signIn('demo'));
  });
  afterAll(() => world.close());

  /** Everything that the server sends until it closes the connection. */
  async function heard(socket: Socket): Promise<string> {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => {});
    await once(socket, 'close');
    return text;
  }

  /** Sends `head`, and then one byte at a time without end. */
  async function drip(head: string): Promise<string> {
    const socket = connectTo(port, '127.0.0.1', () => socket.write(head));
    const dripping = setInterval(() => socket.write('a'), DRIP_MS);
    const answer = await heard(socket);
    clearInterval(dripping);
    return answer;
  }

  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n`;

  it.each([
    ['a body', `${post('/prod-api/login')}\r\n`],
    ['a signed body', `${post('/gateway/collect')}\r\n`],
    ['headers', `${post('/prod-api/login')}X-Slow: `],
  ])(
    'gets 408 and is disconnected if it sends %s one byte at a time',
    async (_what, head) => {
      expect(await drip(head)).toMatch(/^HTTP\/1\.1 408 /);
    },
    PATIENT,
  );

  it(
    'is disconnected if it stops in the middle of a request',
    async () => {
      const socket = connectTo(port, '127.0.0.1', () => socket.write(post('/prod-api/login')));
      expect(await heard(socket)).toMatch(/^(HTTP\/1\.1 408 |$)/);
    },
    PATIENT,
  );

  it(
    'is disconnected in the middle of an upload, even if it is signed in',
    async () => {
      const head = `${post('/prod-api/batch-transfers/upload?channel_id=x&name=a.csv').replace('application/json', 'text/csv')}X-Token: ${token}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      expect(await drip(head)).toMatch(/^HTTP\/1\.1 408 /);
    },
    PATIENT,
  );

  it(
    'keeps its event stream for longer than all of these limits',
    async () => {
      const socket = connectTo(port, '127.0.0.1', () =>
        socket.write(
          `GET /prod-api/events HTTP/1.1\r\nHost: localhost\r\nX-Token: ${token}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
        ),
      );
      let beats = 0;
      socket.on('data', (chunk: Buffer) => (beats += chunk.toString('latin1').split('event: still').length - 1));
      // Twelve intervals of 300 ms exceed each limit except the one between requests.
      await expect.poll(() => beats, { timeout: PATIENT }).toBeGreaterThanOrEqual(12);
      expect(socket.closed).toBe(false);
      socket.destroy();
    },
    PATIENT,
  );
});
