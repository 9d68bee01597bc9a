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
import { createDatabase } from '../support/postgres.ts';
import { killLeftovers, startProcess, startTypeScript, type StartedProcess } from '../support/startedProcess.ts';
import { demoDatabase, TEST_KEY } from '../support/world.ts';

const startServer = (environment: Record<string, string>, file = 'server/main.ts', args: string[] = []) =>
  startTypeScript(file, environment, args);

/** With the demo, whose data key is known. */
const withKey = (environment: Record<string, string>) => ({ DATA_KEY: TEST_KEY.toString('hex'), ...environment });

const cleanups: (() => Promise<unknown>)[] = [];
async function cleanUp(): Promise<void> {
  killLeftovers();
  for (const cleanup of cleanups.splice(0)) await cleanup();
}

describe('a server on the embedded database', () => {
  let dataDir: string;
  let server: StartedProcess;
  let waiting: { merchant_id: string; id: string };
  beforeAll(async () => {
    const { db, options, remove } = await demoDatabase('embedded', 40);
    cleanups.push(remove);
    ({ dataDir } = options);
    waiting = await db.kysely
      .selectFrom('payouts')
      .where('status', 'in', ['pending', 'processing'])
      .where(sql<boolean>`amount % 100 not in (13, 77)`)
      .select(['merchant_id', 'id'])
      .executeTakeFirstOrThrow();
    const { merchant_id, id } = waiting;
    await db.transaction(async (tx) => {
      await payoutJobs.add(tx, merchant_id, [id], systemClock.now());
      await payoutJobs.sendTo(tx, merchant_id, id, SANDBOX);
    });
    await db.close();
    server = startServer(withKey({ DATA_DIR: dataDir, DEMO: '1' }));
  });
  afterAll(cleanUp);

  it('prints its address and how to sign in, keeps existing data, and serves', async () => {
    await server.prints(/npm run totp/);
    expect(server.output()).toMatch(/demo +owner of a merchant in CNY/);
    expect(server.output()).not.toMatch(/Making/);
    expect((await fetch(`${server.address()}/readyz`)).status).toBe(200);
  });

  it('keeps a second server from using the same folder', async () => {
    const { code, output } = await startServer(withKey({ DATA_DIR: dataDir })).ended();
    expect([code, output]).toEqual([1, expect.stringContaining(String(server.child.pid))]);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('shuts down cleanly, and finishes payouts in progress first', async () => {
    server.child.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
    const after = await connect({ dataDir, clock: systemClock });
    const payouts = after.kysely.selectFrom('payouts').where('id', '=', waiting.id);
    const payout = await payouts.select('status').executeTakeFirst();
    await after.close();
    expect(payout).toEqual({ status: 'success' });
  });
});

describe('starting the server', () => {
  let databaseUrl: string;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const database = await demoDatabase('postgres', 20);
    remove = database.remove;
    databaseUrl = database.options.databaseUrl ?? '';
  });
  afterAll(() => remove());
  afterEach(cleanUp);

  it('through npm leaves the shutdown to npm, which waits for it', async () => {
    const npm = startProcess('npm', ['start'], withKey({ DATABASE_URL: databaseUrl, DEMO: '0' }));
    await npm.prints(/Channels {2}/);
    expect(npm.output()).toMatch(/Channels +all: not connected \(CHANNEL_ADAPTERS/);
    npm.child.kill('SIGTERM');
    expect((await npm.ended()).code).toBe(0);
    await expect(fetch(`${npm.address()}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('reports that the port is in use, and what to do', async () => {
    const other: Server = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    cleanups.push(() => new Promise((closed) => other.close(closed)));
    const address = other.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const { code, output } = await startServer(withKey({ DATABASE_URL: databaseUrl, PORT: String(port) })).ended();
    expect([code, output]).toEqual([1, expect.stringMatching(/address already in use.*\n.*choose another port/i)]);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('reports a wrong data key', async () => {
    const { code, output } = await startServer({ DATABASE_URL: databaseUrl, DATA_KEY: 'ab12'.repeat(16) }).ended();
    expect([code, output]).toEqual([1, expect.stringMatching(/data key doesn't match/)]);
  });

  it('reports an unusable folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'blocked-'));
    cleanups.push(() => rm(folder, { recursive: true }));
    await writeFile(path.join(folder, 'file'), '');
    const { code, output } = await startServer({ DATA_DIR: path.join(folder, 'file', 'data') }).ended();
    expect([code, output]).toEqual([1, expect.stringContaining(path.join(folder, 'file', 'data'))]);
    expect(output).not.toMatch(/^\s+at /m);
    await chmod(folder, 0o700);
  });

  it('reports an unreachable database, without its password', async () => {
    const DATABASE_URL = 'postgres://someone:hunter2@127.0.0.1:1/none';
    const { code, output } = await startServer(withKey({ DATABASE_URL })).ended();
    expect([code, output]).toEqual([1, expect.stringMatching(/127\.0\.0\.1:1/)]);
    expect(output).not.toMatch(/hunter2|^\s+at /m);
  });

  it('reports problems of the environment', async () => {
    const { code, output } = await startServer({ PORT: 'abc', DEMO: 'maybe' }).ended();
    expect([code, output]).toEqual([1, expect.stringMatching(/PORT[\s\S]*DEMO/)]);
  });

  it('serves no console from its sources in production', async () => {
    const environment = { CONSOLE_DEV: '1', NODE_ENV: 'production', DATABASE_URL: databaseUrl };
    const { code, output } = await startServer(withKey(environment)).ended();
    expect([code, output]).toEqual([1, expect.stringMatching(/CONSOLE_DEV: not allowed with NODE_ENV=production/)]);
  });

  it('has no account without the demo until the first operator is created', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'));
    cleanups.push(drop);
    const environment = withKey({ DATABASE_URL: url, DEMO: '0' });
    const made = await startServer(environment, 'server/cli/createAdmin.ts', ['alice', '--name', 'Alice A']).ended();
    expect(made.code).toBe(0);
    const token = /\/login#enrol=([\w-]{64})\n/.exec(made.output)?.[1];
    expect(token).toBeDefined();
    const server = startServer({ ...environment, SANDBOX_CHANNEL: 'allow' });
    await server.prints(/Channels {2}/);
    const warning = /"level":40.*SANDBOX_CHANNEL=allow: channels without an adapter use the sandbox/g;
    await server.prints(new RegExp(warning.source));
    expect(server.output()).toMatch(/Channels +all: sandbox, no money moves \(SANDBOX_CHANNEL=allow\)/);
    const address = server.address();
    const answer = await fetch(`${address}/prod-api/enrolment/check`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(await answer.json()).toMatchObject({ code: 0, data: { username: 'alice', real_name: 'Alice A' } });
    server.child.kill('SIGINT');
    const { code, output } = await server.ended();
    expect([code, output.match(warning)]).toEqual([0, [expect.anything()]]);
  });
});
