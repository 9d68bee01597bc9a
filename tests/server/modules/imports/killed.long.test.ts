import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Import, importSchema } from '#shared/contract/imports.ts';
import type { Opened } from '#server/process/open.ts';
import { signIn } from '#tests/crash/accounts.ts';
import { type Environment, openIn, type ServerProcess, startServer } from '#tests/crash/serverProcess.ts';
import { addMenuEntries, demoDatabase, resourcesFolder, TEST_KEY } from '#tests/support/world.ts';

/** Enough that an import still runs when its first rows are seen to be written. */
const ROWS = 4_000;

/** Without a key, so that nothing but the import itself keeps a row from being written twice. */
const VISITS = {
  version: 1,
  name: 'visits',
  storage: 'table',
  fields: [
    { source: 'name', type: 'text', required: true },
    { source: 'seats', type: 'integer', min: 0 },
  ],
  import: {},
};

const GUESTS = {
  version: 1,
  name: 'guests',
  storage: 'table',
  fields: [
    { source: 'code', type: 'text', required: true, unique: true },
    { source: 'seats', type: 'integer', min: 0 },
  ],
  import: { key: 'code' },
};

type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

const fileOf = (heading: string, from: number, to: number, seats: (at: number) => string) =>
  [heading, ...Array.from({ length: to - from }, (_, at) => `r${from + at},${seats(from + at)}`)].join('\n');

// Not on the embedded database, where a server that is started again may end an import before it answers the first call.
describe('imports whose server is killed', { timeout: 600_000 }, () => {
  let environment: Environment;
  let folder: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let token: string;

  const start = async () => {
    server = startServer(environment, folder);
    await server.url;
  };

  beforeAll(async () => {
    const database = await demoDatabase('postgres', 0);
    ({ remove } = database);
    await addMenuEntries(database.db, ['visits', 'guests']);
    await database.db.close();
    environment = { DATABASE_URL: database.options.databaseUrl ?? '', DATA_KEY: TEST_KEY.toString('hex'), DEMO: '0' };
    folder = await resourcesFolder({ visits: VISITS, guests: GUESTS });
    await start();
    token = await signIn(await server.url, { username: 'demo' });
  });
  afterAll(async () => {
    await server.child.kill();
    await remove();
    await rm(folder, { recursive: true });
  });

  async function ask(path: string, { headers: more, ...init }: Sent = {}): Promise<unknown> {
    const headers = { 'content-type': 'application/json', 'x-token': token, ...more };
    const answer = await fetch(`${await server.url}/prod-api/${path}`, { ...init, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return z.object({ data: z.unknown() }).parse(JSON.parse(text)).data;
  }
  const get = async (id: string) => importSchema.parse(await ask(`imports/${id}`));
  const post = (path: string, body: object = {}) => ask(path, { method: 'POST', body: JSON.stringify(body) });

  async function until(id: string, isSo: (found: Import) => boolean): Promise<Import> {
    for (;;) {
      const found = await get(id);
      if (isSo(found)) return found;
      await sleep(5);
    }
  }
  const ended = (id: string) => until(id, ({ status }) => ['ready', 'done', 'undone'].includes(status));

  async function uploaded(resource: string, text: string): Promise<string> {
    const headers = { 'content-type': 'application/octet-stream' };
    const query = `resource=${resource}&name=rows.csv`;
    const { id } = importSchema.parse(await ask(`imports?${query}`, { method: 'POST', headers, body: text }));
    await ended(id);
    return id;
  }

  /** Kills the server when the import is so, looks at what it has left, and starts it again. */
  async function killed(id: string, isSo: (found: Import) => boolean, look: (left: Opened) => Promise<void>) {
    await until(id, isSo);
    await server.child.kill();
    const left = await openIn(environment);
    await look(left);
    // The killed server's claim would end by itself after a minute.
    await sql`update import_jobs set due_at = ${new Date()}`.execute(left.db.kysely);
    await left.close();
    await start();
  }

  async function numberOf({ db }: Opened, query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
    return (await query.execute(db.kysely)).rows[0]?.count ?? 0;
  }
  const outcomes = (id: string, outcome: string) => sql<{ count: number }>`
    select count(*)::integer as count from import_rows where import_id = ${id} and outcome = ${outcome}`;
  const audits = (action: string) => sql<{ count: number }>`
    select count(*)::integer as count from audit_logs where action = ${action}`;
  const visits = sql<{ count: number }>`select count(*)::integer as count from r_visits`;
  const differentVisits = sql<{ count: number }>`select count(distinct name)::integer as count from r_visits`;
  const guests = (seats: string) => sql<{ count: number }>`
    select count(*)::integer as count from r_guests where ${sql.raw(seats)}`;

  /** Reads numbers while no server runs. */
  async function whileStopped(read: (left: Opened) => Promise<void>): Promise<void> {
    await server.child.kill();
    const left = await openIn(environment);
    await read(left);
    await left.close();
    await start();
  }

  it('write all rows once, and take all back once', async () => {
    const id = await uploaded('visits', fileOf('name,seats', 0, ROWS, String));
    await post(`imports/${id}/apply`, { mode: 'all' });
    let before = 0;
    for (let kill = 0; kill < 2; kill += 1) {
      const least = before;
      await killed(
        id,
        ({ counts }) => counts.created > least,
        async (left) => {
          before = await numberOf(left, visits);
          expect(before).toBeGreaterThan(least);
          expect(before).toBeLessThan(ROWS);
          expect(await numberOf(left, outcomes(id, 'created'))).toBe(before);
          expect(await numberOf(left, audits('visits.create'))).toBe(before);
        },
      );
    }
    expect(await ended(id)).toMatchObject({ status: 'done', counts: { created: ROWS, refused: 0 } });
    await post(`imports/${id}/undo`);
    await killed(
      id,
      ({ counts }) => counts.undone > 0,
      async (left) => {
        expect(await numberOf(left, visits)).toBe(ROWS - (await numberOf(left, outcomes(id, 'undone'))));
        expect(await numberOf(left, differentVisits)).toBe(await numberOf(left, visits));
        expect(await numberOf(left, visits)).toBeGreaterThan(0);
      },
    );
    expect(await ended(id)).toMatchObject({ status: 'undone', counts: { undone: ROWS, kept: 0 } });
    await whileStopped(async (left) => {
      expect(await numberOf(left, visits)).toBe(0);
      for (const verb of ['create', 'delete']) expect(await numberOf(left, audits(`visits.${verb}`))).toBe(ROWS);
      for (const verb of ['import', 'import_undo']) expect(await numberOf(left, audits(`visits.${verb}`))).toBe(1);
    });
  });

  it('write the valid rows once, and give changed records their values back', async () => {
    const half = ROWS / 2;
    const first = await uploaded(
      'guests',
      fileOf('code,seats', 0, half, () => '1'),
    );
    await post(`imports/${first}/apply`, { mode: 'valid' });
    await ended(first);
    const id = await uploaded(
      'guests',
      fileOf('code,seats', 0, ROWS, (at) => (at % 100 === 0 ? 'x' : '2')),
    );
    await post(`imports/${id}/apply`, { mode: 'valid' });
    await killed(
      id,
      ({ counts }) => counts.updated > 0,
      async (left) => {
        expect(await numberOf(left, guests('revision = 2'))).toBe(await numberOf(left, outcomes(id, 'updated')));
        expect(await numberOf(left, guests('revision = 2'))).toBeLessThan(half);
      },
    );
    await killed(
      id,
      ({ counts }) => counts.created > 0,
      async (left) => {
        const created = await numberOf(left, outcomes(id, 'created'));
        expect(await numberOf(left, guests('true'))).toBe(half + created);
        expect(created).toBeLessThan(half);
      },
    );
    const counts = { updated: half * 0.99, created: half * 0.99, problems: ROWS / 100, refused: 0 };
    expect(await ended(id)).toMatchObject({ status: 'done', counts });
    await whileStopped(async (left) => {
      expect(await numberOf(left, guests('seats = 2 and revision = 2'))).toBe(half * 0.99);
      expect(await numberOf(left, guests('seats = 2'))).toBe(ROWS * 0.99);
      expect(await numberOf(left, audits('guests.edit'))).toBe(half * 0.99);
    });
    await post(`imports/${id}/undo`);
    await killed(
      id,
      ({ counts: { undone } }) => undone > 0,
      async (left) => {
        expect(await numberOf(left, outcomes(id, 'undone'))).toBeLessThan(ROWS * 0.99);
      },
    );
    expect(await ended(id)).toMatchObject({ status: 'undone', counts: { undone: ROWS * 0.99, kept: 0 } });
    await whileStopped(async (left) => {
      expect(await numberOf(left, guests('seats = 1'))).toBe(half);
      expect(await numberOf(left, guests('true'))).toBe(half);
      expect(await numberOf(left, guests('revision > 3'))).toBe(0);
    });
  });

  it('take back the rows of an import that must write all or none', async () => {
    const last = `r${3 * ROWS - 1}`;
    const id = await uploaded(
      'guests',
      fileOf('code,seats', 2 * ROWS, 3 * ROWS, () => '3'),
    );
    await post('guests', { code: last, seats: 9 });
    await post(`imports/${id}/apply`, { mode: 'all' });
    await killed(
      id,
      ({ status, counts }) => status === 'reverting' && counts.undone > 0,
      async (left) => {
        expect(await numberOf(left, guests('seats = 3'))).toBe(await numberOf(left, outcomes(id, 'created')));
      },
    );
    expect(await ended(id)).toMatchObject({ status: 'ready', counts: { problems: 1, create: ROWS - 1, created: 0 } });
    await whileStopped(async (left) => {
      expect(await numberOf(left, guests('seats = 3'))).toBe(0);
      expect(await numberOf(left, guests(`code = '${last}' and seats = 9`))).toBe(1);
    });
  });
});
