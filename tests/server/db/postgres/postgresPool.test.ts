import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { DatabaseUnreachableError, openPostgres } from '#server/db/postgres/openPostgres.ts';
import { REQUEST_LIMITS } from '#server/db/session.ts';
import { gate } from '#tests/support/gate.ts';
import { testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';
import { endingServer } from './endingServer.ts';

const open = (databaseUrl: string) =>
  connect({ databaseUrl, dataDir: '', clock: systemClock, connectTimeoutMs: 300 }).catch((error: unknown) => error);

function otherwise(change: (url: URL) => void): string {
  const url = new URL(inject('postgresUrl'));
  change(url);
  return url.href;
}

describe('an unreachable PostgreSQL address', () => {
  it.each([
    ['nobody listens', () => 'postgres://someone:s3cret@127.0.0.1:1/shop', 'ECONNREFUSED'],
    ['the host has no address', () => 'postgres://someone:s3cret@host.invalid/shop', 'host.invalid'],
    ['there is no such database', () => otherwise((url) => (url.pathname = '/nowhere')), 'nowhere'],
    ['there is no such user', () => otherwise((url) => (url.username = 'stranger')), 'stranger'],
    ['it is not an address', () => 'postgres://', 'cannot be used'],
  ])('is reported without its password if %s', async (_case, address, mentioned) => {
    const failure = await open(address());
    expect(failure).toBeInstanceOf(DatabaseUnreachableError);
    expect(String(failure)).toContain(mentioned);
    expect(String(failure)).not.toContain('s3cret');
  });

  it('times out if the other side accepts and never answers', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await open(`postgres://someone@127.0.0.1:${port}/shop`)).toBeInstanceOf(DatabaseUnreachableError);
    silent.close();
  });
});

describe('a connection that is terminated by the packet that opens it', () => {
  it('fails its user, not the process', async () => {
    const server = endingServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const databaseUrl = `postgres://someone@127.0.0.1:${port}/shop`;
    const pool = await openPostgres({ databaseUrl, connectTimeoutMs: 5_000, log: silentLog });
    const first = await pool.connect(REQUEST_LIMITS);
    await expect(pool.connect(REQUEST_LIMITS)).rejects.toThrow(/not queryable|terminat/);
    first.release();
    await pool.end();
    server.close();
  });
});

describe('a pool that is closed while it looks for the database', () => {
  it('is ended once', async () => {
    const [asked, closed, left] = [gate(), gate(), gate()];
    const server = endingServer(async (socket) => {
      socket.once('close', () => left.open());
      asked.open();
      await closed.opened;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const databaseUrl = `postgres://someone@127.0.0.1:${port}/shop`;
    const unhandled = vi.fn<(reason: unknown) => void>();
    process.on('unhandledRejection', unhandled);
    const pool = await openPostgres({ databaseUrl, connectTimeoutMs: 5_000, log: silentLog });
    const first = await pool.connect(REQUEST_LIMITS);
    await expect(pool.connect(REQUEST_LIMITS)).rejects.toThrow(/not queryable|terminat/);
    first.release();
    await asked.opened;
    await pool.end();
    closed.open();
    await left.opened;
    await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    server.close();
  });
});

describe('a connection that PostgreSQL terminates', () => {
  let database: TestDatabase<object>;
  let db: Db<object>;
  let killer: Db<object>;

  beforeAll(async () => {
    database = await testDatabase('postgres');
    db = database.db;
    killer = await connect<object>(database.options);
  });
  afterAll(async () => {
    await killer.close();
    await database.remove();
  });

  const ownPid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  /** Resolves once the backend is gone, so its end has been sent to the client. */
  const kill = (pid: number | undefined) => sql`select pg_terminate_backend(${pid}, 5000)`.execute(killer.kysely);

  it('fails the transaction that used it, and no other', async () => {
    const result = db.transaction(async (tx) => {
      const { rows } = await ownPid.execute(tx);
      await kill(rows[0]?.pid);
      await sql`select 1`.execute(tx);
    });
    await expect(result).rejects.toThrow(/terminat|connection error/);
    await expect(sql`select 1`.execute(db.kysely)).resolves.toBeDefined();
  });

  it('is replaced if it was idle', async () => {
    const { rows } = await ownPid.execute(db.kysely);
    await kill(rows[0]?.pid);
    const after = await ownPid.execute(db.kysely).catch(() => ownPid.execute(db.kysely));
    expect(after.rows[0]?.pid).not.toBe(rows[0]?.pid);
  });
});

describe('the settings of a PostgreSQL connection', () => {
  let database: TestDatabase<object>;
  beforeAll(async () => {
    database = await testDatabase('postgres');
  });
  afterAll(() => database.remove());

  it('limit the time of statements, locks and idle transactions', async () => {
    const { rows } = await sql`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      order by name`.execute(database.db.kysely);
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '30000' },
      { name: 'lock_timeout', setting: '3000' },
      { name: 'statement_timeout', setting: '4000' },
    ]);
  });

  it('prepare no statement by name that is sent once', async () => {
    const { rows } = await database.db.transaction(async (tx) => {
      await sql`select ${1}::int`.execute(tx);
      return sql`select name from pg_prepared_statements where statement like '%::int'`.execute(tx);
    });
    expect(rows).toEqual([]);
  });
});
