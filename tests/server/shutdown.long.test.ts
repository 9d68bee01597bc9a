import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { startDemoServer, type DemoServer } from '../support/demoServer.ts';
import { holdLock, waitingForLocks } from '../support/heldLock.ts';
import { killLeftovers, startTypeScript } from '../support/startedProcess.ts';

/** Enough to copy a database and start a server on a busy machine. */
const LONG_MS = 180_000;
const PATIENT = { timeout: 30_000 };

afterEach(killLeftovers);

/** A request in progress, which waits for a row that this test has locked until it is released. */
async function underWay(server: DemoServer) {
  const token = await server.signIn('demo');
  const letGo = await holdLock(server.db, sql`select 1 from sessions for update`);
  const answer = server.call('/prod-api/logout', { method: 'POST', token, body: {} });
  await expect.poll(() => waitingForLocks(server.db), PATIENT).toBeGreaterThan(0);
  return { answer, letGo };
}

async function takesConnections({ url }: DemoServer): Promise<boolean> {
  const socket = connectTo(Number(new URL(url).port), '127.0.0.1');
  const connected = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return connected;
}

it(
  'ends streams, accepts no more connections, finishes what is in progress and exits with 0',
  async () => {
    const server = await startDemoServer();
    const stream = await server.call('/prod-api/events', { token: await server.signIn('checker') });
    const { answer, letGo } = await underWay(server);
    server.process.child.kill('SIGTERM');
    await stream.text();
    await expect.poll(() => takesConnections(server), PATIENT).toBe(false);
    expect(server.process.child.exitCode).toBeNull();
    await letGo();
    expect((await answer).status).toBe(200);
    expect(await server.process.ended()).toMatchObject({ code: 0 });
    await server.remove();
  },
  LONG_MS,
);

it('aborts what takes longer than the limit, reports it and exits with 1', async () => {
  const program = startTypeScript('tests/support/stoppingProgram.ts', {}, ['1']);
  await program.prints(/ready/);
  program.child.kill('SIGTERM');
  const { code, output } = await program.ended();
  expect([code, output]).toEqual([1, expect.stringContaining('not everything was done in 1 s')]);
});

it('treats a Ctrl-C that arrives twice as one, and exits immediately on a later one', async () => {
  const program = startTypeScript('tests/support/stoppingProgram.ts', {}, ['600']);
  await program.prints(/ready/);
  program.child.kill('SIGINT');
  await program.prints(/asked/);
  program.child.kill('SIGINT');
  await program.prints(/asked\nasked/);
  program.child.stdin?.write('\n');
  await program.prints(/a second later/);
  program.child.kill('SIGINT');
  const { code, output } = await program.ended();
  expect([code, output]).toEqual([1, expect.stringContaining('asked a second time')]);
});
