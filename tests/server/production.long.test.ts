import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readMigrationFiles } from '#server/db/migrationFiles.ts';
import { execute } from '../support/executeStatement.ts';
import { migratedDatabase } from '../support/migratedDatabase.ts';
import { killLeftovers, startTypeScript } from '../support/startedProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { TEST_KEY } from '../support/world.ts';

const SERVER = 'server/main.ts';
const production = (environment: Record<string, string>) => ({
  NODE_ENV: 'production',
  DATA_KEY: TEST_KEY.toString('hex'),
  LOG_LEVEL: 'info',
  ...environment,
});
const lineSchema = z.looseObject({ level: z.int(), time: z.int(), msg: z.string() });
const linesOf = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)));

const newest = (await readMigrationFiles('server/db/migrations')).at(-1);
/** What a migration first says, unless servers of earlier versions may go on writing. */
const STOPS_THEM = newest?.sparesOlderVersions === true ? '' : String.raw`Servers of earlier .+\n`;

/** A migrated database whose last migration isn't recorded, so it is pending. */
async function almostMigrated() {
  const { options, remove } = await migratedDatabase('postgres');
  const url = options.databaseUrl ?? '';
  await execute(url, 'delete from schema_migrations where name = (select max(name) from schema_migrations)');
  await execute(url, 'update writer_versions set lowest = 0');
  return { url, drop: remove };
}
const recorded = (url: string) => execute(url, 'select name from schema_migrations');

afterEach(killLeftovers);

describe('a server in production', () => {
  let url: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ url, drop } = await almostMigrated());
  });
  afterAll(() => drop());

  it('reports all problems of a start at once', async () => {
    const folder = await temporaryFolder({
      'channels.json': JSON.stringify({ eur_bank: { module: 'http-bank', settings: { url: 'ftp://bank' } } }),
    });
    const { code, output } = await startTypeScript(
      SERVER,
      production({
        PORT: 'http',
        HOST: '0.0.0.0',
        DATA_KEY: '',
        DATABASE_URL: 'postgres://console:hunter2@127.0.0.1:1/none',
        CHANNEL_ADAPTERS: path.join(folder, 'channels.json'),
      }),
    ).ended();
    expect(code).toBe(1);
    expect(output).toMatch(/^ {2}PORT: must be/m);
    expect(output).toMatch(/^ {2}PUBLIC_URL: is required with HOST=0\.0\.0\.0/m);
    expect(output).toMatch(/^ {2}DATA_KEY: is required/m);
    expect(output).toMatch(/^Invalid channel adapters in .*channels\.json:\n(.*\n)* {2}eur_bank: settings\.url/m);
    expect(output).toMatch(/^The database cannot be used: 127\.0\.0\.1:1/m);
    expect(output).not.toMatch(/hunter2|^\s+at /m);
  });

  it('reports an adapter file that is missing before it changes the database', async () => {
    const before = await recorded(url);
    const { code, output } = await startTypeScript(
      SERVER,
      production({ DATABASE_URL: url, CHANNEL_ADAPTERS: '/nowhere/channels.json' }),
    ).ended();
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/Invalid channel adapters in \/nowhere\/channels\.json:\n {2}the file cannot be read/),
    ]);
    expect(await recorded(url)).toEqual(before);
  });

  it('prints one JSON object per line, and offers the first operator until there is one', async () => {
    const environment = production({ DATABASE_URL: url });
    const first = startTypeScript(SERVER, environment);
    await first.prints(/The server has started/);
    const lines = linesOf(first.output());
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 30, msg: expect.stringMatching(/^Migrating 1\/1: \d{4}_\w+$/) }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'The server has started',
        console: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        database: 'PostgreSQL',
        first_operator: expect.stringContaining('npm run admin:create'),
      }),
    );
    first.child.kill('SIGTERM');
    expect((await first.ended()).code).toBe(0);
    const made = await startTypeScript('server/cli/createAdmin.ts', environment, ['alice']).ended();
    expect([made.code, made.output]).toEqual([0, expect.stringContaining('/login#enrol=')]);
    const second = startTypeScript(SERVER, { ...environment, LOG_LEVEL: 'silent' });
    await second.prints(/The server has started/);
    const [started, ...others] = linesOf(second.output());
    expect(others).toEqual([]);
    expect(started).not.toHaveProperty('first_operator');
    expect(started).toMatchObject({ warnings: expect.arrayContaining([expect.stringMatching(/^LOG_LEVEL=silent/)]) });
  }, 180_000);
});

describe('a database role that may not change tables', () => {
  const ROLE = 'console_without_ddl';
  let url: string;
  let limited: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ url, drop } = await almostMigrated());
    const address = new URL(url);
    address.username = ROLE;
    address.password = 'secret';
    limited = address.href;
    await execute(url, `drop role if exists ${ROLE}`);
    await execute(url, `create role ${ROLE} login password 'secret'`);
    await execute(url, `revoke create on schema public from public`);
    // As in docs/operating.md.
    const rights = 'select, insert, update, delete';
    await execute(url, `grant ${rights} on all tables in schema public to ${ROLE}`);
    await execute(url, `alter default privileges in schema public grant ${rights} on tables to ${ROLE}`);
  });
  afterAll(async () => {
    await execute(url, `drop owned by ${ROLE}`);
    await execute(url, `drop role ${ROLE}`);
    await drop();
  });

  const environment = (databaseUrl: string) => production({ DATABASE_URL: databaseUrl, SANDBOX_CHANNEL: 'allow' });

  it('can’t start a server while a migration is pending, which says what to do', async () => {
    const { code, output } = await startTypeScript(SERVER, environment(limited)).ended();
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/role may not change tables\. Pending migrations: 1\. Run npm run migrate/),
    ]);
    expect(output).not.toMatch(/^\s+at /m);
    // Servers of the earlier version still write.
    expect(await execute(url, 'select lowest from writer_versions')).toEqual([{ lowest: 0 }]);
  });

  it('runs a server and its commands on a database that npm run migrate has prepared', async () => {
    const migrated = await startTypeScript('server/cli/migrate.ts', environment(url)).ended();
    expect([migrated.code, migrated.output]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(String.raw`^${STOPS_THEM}Migrating 1/1: \d{4}_\w+\nThe database is up to date\.\n$`),
      ),
    ]);
    const again = await startTypeScript('server/cli/migrate.ts', environment(url)).ended();
    expect([again.code, again.output]).toEqual([0, 'The database is up to date.\n']);

    const made = await startTypeScript('server/cli/createAdmin.ts', environment(limited), ['alice']).ended();
    expect(made.code).toBe(0);
    const server = startTypeScript(SERVER, environment(limited));
    await server.prints(/The server has started/);
    const lines = linesOf(server.output());
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
    const { console: address } = z.object({ console: z.string() }).parse(lines.find((one) => 'console' in one));
    const token = made.output.match(/#enrol=(\S+)/)?.[1];
    const checked = await fetch(`${address}/prod-api/enrolment/check`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(await checked.json()).toMatchObject({ data: { username: 'alice' } });
    server.child.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
    expect((await startTypeScript('server/cli/ledgerCheck.ts', environment(limited)).ended()).output).toBe(
      'The ledger is consistent.\n',
    );
  }, 180_000);

  it('owns nothing', async () => {
    const role = pg.escapeLiteral(ROLE);
    expect(await execute(url, `select tablename from pg_tables where tableowner = ${role}`)).toEqual([]);
  });
});
