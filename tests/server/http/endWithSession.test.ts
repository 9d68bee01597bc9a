import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defineCall, fileDataSchema } from '#shared/contract/call.ts';
import { SessionEndedError } from '#server/errors.ts';
import { CHECK_EVERY_MS, Router } from '#server/http/router.ts';
import { FileAnswer } from '#server/http/Route.ts';

const HEADERS = { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment' };
const ROW = Buffer.alloc(1_000, 'x');

let app: FastifyInstance;
let address: string;
/** Permissions of the session, or null after its end. */
let held: readonly string[] | null;
let pieces: AsyncIterable<Buffer>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  held = ['orders.export', 'orders.amounts'];
  pieces = endless();
  app = Fastify({ logger: false });
  const router = new Router({
    app,
    verifyAnswers: true,
    onRefused: async () => {},
    authenticate: async () => {
      if (held === null) throw new SessionEndedError();
      const whose = { id: 's', userId: 'u', merchantId: 'm', accountId: 'm', isTest: false };
      return { ...whose, permissions: new Set(held), menuVersion: '', preview: null, isConfirmed: false };
    },
  });
  const access = { permission: 'orders.export' };
  const call = defineCall({ id: 'file', method: 'GET', path: '/file', access, summary: '', data: fileDataSchema });
  router.signedIn(call, async () => new FileAnswer(Readable.from(pieces, { objectMode: false }), HEADERS));
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  vi.useRealTimers();
  app.server.closeAllConnections();
  await app.close();
});

async function* endless() {
  for (;;) {
    yield ROW;
    await nextTurn();
  }
}

async function begin() {
  const answer = await fetch(`${address}/prod-api/file`, { headers: { 'X-Token': 't' } });
  const reader = answer.body?.getReader();
  if (!reader) throw new Error('no body');
  await reader.read();
  return async () => {
    while (!(await reader.read()).done);
  };
}

it.each([
  ['its user is disabled, or the session has ended for another reason', null],
  ['its user has lost the permission', ['orders.amounts']],
  ['its user has lost another permission, on which its columns may depend', ['orders.export']],
])('a file is cut off while it is sent if %s', async (_, left) => {
  const readRest = await begin();
  held = left;
  await Promise.all([expect(readRest()).rejects.toThrow('terminated'), vi.advanceTimersByTimeAsync(CHECK_EVERY_MS)]);
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});

it('a file is complete while its user keeps all permissions', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  pieces = (async function* () {
    yield ROW;
    await finished;
    yield ROW;
  })();
  const readRest = await begin();
  held = ['orders.export', 'orders.amounts', 'orders.edit'];
  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS);
  finish();
  await readRest();
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});
