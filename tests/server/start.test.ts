import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { SANDBOX } from '#server/gateway/channels/sandbox/sandboxConnection.ts';
import { payoutJobs } from '#server/jobs/jobQueue.ts';
import { embeddedDataDir } from '../support/embeddedTemplate.ts';
import { createDatabase } from '../support/postgres.ts';
import { killLeftovers, startProcess, startTypeScript } from '../support/startedProcess.ts';

const startServer = (environment: Record<string, string>, file = 'server/main.ts', args: string[] = []) =>
  startTypeScript(file, environment, args);

describe('starting the server', () => {
  let dataDir: string;
  let removeData: () => Promise<void>;
  beforeAll(async () => {
    ({ dataDir, remove: removeData } = await embeddedDataDir());
    // The server keeps a demo of any size; the one it makes by itself takes longer.
    await startServer({ DATA_DIR: dataDir }, 'server/cli/seed.ts', ['--orders', '100']).ended();
  });
  afterAll(() => removeData());

  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    killLeftovers();
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  it('prints where it is and how to get in, serves, and goes down cleanly when asked to', async () => {
    const server = startServer({ DATA_DIR: dataDir, DEMO: '1' });
    await server.prints(/npm run totp/);
    expect(server.output()).toMatch(/demo +owner of a merchant in CNY/);
    const address = server.address();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
  });

  it('goes down cleanly when npm is asked to, which waits for it', async () => {
    const npm = startProcess('npm', ['start'], { DATA_DIR: dataDir, DEMO: '0' });
    await npm.prints(/admin:create/);
    expect(npm.output()).toMatch(/Channels +all: not connected \(CHANNEL_ADAPTERS/);
    npm.child.kill('SIGTERM');
    expect((await npm.ended()).code).toBe(0);
    await expect(fetch(`${npm.address()}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('makes nothing anew, and keeps a second server from the same folder', async () => {
    const server = startServer({ DATA_DIR: dataDir, DEMO: '1' });
    await server.prints(/npm run totp/);
    expect(server.output()).not.toMatch(/Making|Migrating/);
    const second = startServer({ DATA_DIR: dataDir });
    const { code, output } = await second.ended();
    expect([code, output]).toEqual([1, expect.stringContaining(String(server.child.pid))]);
    expect(output).not.toMatch(/^\s+at /m);
    server.child.kill('SIGTERM');
    await server.ended();
  });

  it('sends the payouts that are waiting, and finishes what it has begun before it goes down', async () => {
    const db = await connect({ dataDir, clock: systemClock });
    const { merchant_id, id } = await db.kysely
      .selectFrom('payouts')
      .where('status', 'in', ['pending', 'processing'])
      .where(sql<boolean>`amount % 100 not in (13, 77)`)
      .select(['merchant_id', 'id'])
      .executeTakeFirstOrThrow();
    await db.transaction(async (tx) => {
      await payoutJobs.add(tx, merchant_id, [id], systemClock.now());
      await payoutJobs.sendTo(tx, merchant_id, id, SANDBOX);
    });
    await db.close();

    const server = startServer({ DATA_DIR: dataDir });
    await server.prints(/npm run totp/);
    server.child.kill('SIGTERM');
    await server.ended();

    const after = await connect({ dataDir, clock: systemClock });
    const payout = await after.kysely.selectFrom('payouts').where('id', '=', id).select('status').executeTakeFirst();
    await after.close();
    expect(payout).toEqual({ status: 'success' });
  });

  it('says that the port is in use, and what to do', async () => {
    const other: Server = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    cleanups.push(() => new Promise((closed) => other.close(closed)));
    const address = other.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const { code, output } = await startServer({ DATA_DIR: dataDir, PORT: String(port) }).ended();
    expect([code, output]).toEqual([1, expect.stringMatching(/address already in use.*\n.*choose another port/i)]);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('says that the data key is the wrong one', async () => {
    const { code, output } = await startServer({ DATA_DIR: dataDir, DATA_KEY: 'a'.repeat(64) }).ended();
    expect([code, output]).toEqual([1, expect.stringMatching(/data key is not the one/)]);
  });

  it('says that the folder cannot be used', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'blocked-'));
    cleanups.push(() => rm(folder, { recursive: true }));
    await writeFile(path.join(folder, 'file'), '');
    const { code, output } = await startServer({ DATA_DIR: path.join(folder, 'file', 'data') }).ended();
    expect([code, output]).toEqual([1, expect.stringContaining(path.join(folder, 'file', 'data'))]);
    expect(output).not.toMatch(/^\s+at /m);
    await chmod(folder, 0o700);
  });

  it('says that the database cannot be reached, without its password', async () => {
    const began = Date.now();
    const DATABASE_URL = 'postgres://someone:hunter2@127.0.0.1:1/none';
    const { code, output } = await startServer({ DATABASE_URL, DATA_DIR: dataDir }).ended();
    expect([code, output]).toEqual([1, expect.stringMatching(/127\.0\.0\.1:1/)]);
    expect(output).not.toMatch(/hunter2|^\s+at /m);
    expect(Date.now() - began).toBeLessThan(30_000);
  });

  it('says what is wrong with the environment', async () => {
    const { code, output } = await startServer({ PORT: 'abc', DEMO: 'maybe' }).ended();
    expect([code, output]).toEqual([1, expect.stringMatching(/PORT[\s\S]*DEMO/)]);
  });

  it('has no account without the demo, until the first operator is made', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'));
    cleanups.push(drop);
    const environment = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: '0' };
    const made = await startServer(environment, 'server/cli/createAdmin.ts', ['alice', '--name', 'Alice A']).ended();
    expect(made.code).toBe(0);
    const token = /\/login#enrol=([\w-]{64})\n/.exec(made.output)?.[1];
    expect(token).toBeDefined();
    const again = await startServer(environment, 'server/cli/createAdmin.ts', ['Alice']).ended();
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('taken')]);
    const server = startServer({ ...environment, SANDBOX_CHANNEL: 'allow' });
    await server.prints(/admin:create/);
    expect(server.output()).toMatch(
      /"level":40.*SANDBOX_CHANNEL=allow: channels without an adapter lead to the sandbox/,
    );
    expect(server.output()).toMatch(/Channels +all: sandbox, no money moves \(SANDBOX_CHANNEL=allow\)/);
    const address = server.address();
    const answer = await fetch(`${address}/prod-api/enrolment/check`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(await answer.json()).toMatchObject({ code: 0, data: { username: 'alice', real_name: 'Alice A' } });
    server.child.kill('SIGINT');
    expect((await server.ended()).code).toBe(0);
  });
});
