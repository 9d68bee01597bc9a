import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Processor } from '#server/jobs/createProcessor.ts';
import { importSchema } from '#shared/contract/imports.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { type ImportWorld, importWorld } from './importWorld.ts';

const ROWS = 1_200;

const ofChecker = sql`(merchant_id, role_id) in (
  select h.merchant_id, h.role_id from user_roles h join users u on u.merchant_id = h.merchant_id and u.id = h.user_id
  where u.username = 'checker')`;

const give = (permissions: readonly string[]) => sql`
  insert into role_permissions (merchant_id, role_id, permission)
  select distinct h.merchant_id, h.role_id, p.permission from user_roles h
  join users u on u.merchant_id = h.merchant_id and u.id = h.user_id, unnest(${permissions}::text[]) as p (permission)
  where u.username = 'checker' on conflict do nothing`;

const take = (permission: string) =>
  sql`delete from role_permissions where ${ofChecker} and permission = ${permission}`;

const MAY = ['list', 'show', 'create', 'edit', 'import'].map((operation) => `clients.${operation}`);

const LOSSES: [name: string, lose: RawBuilder<unknown>][] = [
  ['to import', take('clients.import')],
  ['to create records', take('clients.create')],
];

describe('an import whose user loses the right', () => {
  let world: ImportWorld;
  beforeAll(async () => {
    world = await importWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());
  beforeEach(() => give(MAY).execute(world.db.kysely));

  /** Another server on the same database. */
  function otherServer(): Processor {
    const isProcessor = (worker: object): worker is Processor => 'step' in worker;
    const other = world.app.workers().find(({ subject }) => subject === 'import');
    if (!other || !isProcessor(other)) throw new Error('the server has no worker of imports');
    return other;
  }

  const written = async (first: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from r_clients where code like ${`${first}%`}`.execute(world.db.kysely);
    return rows[0]?.count ?? 0;
  };

  /** Applies a file of `checker` until its first rows are written. */
  async function halfDone(first: string, mode: 'all' | 'valid'): Promise<string> {
    const { login_token: token } = await world.signIn('checker');
    const lines = Array.from({ length: ROWS }, (_, at) => `${first}${at},Name ${at}`);
    const answer = await world.call({
      method: 'POST',
      url: '/prod-api/imports?resource=clients&name=a.csv',
      token,
      payload: Buffer.from(`code,name\n${lines.join('\n')}\n`),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { id } = importSchema.parse(answer.json<{ data: unknown }>().data);
    await world.imports.step();
    const begun = await world.call({ method: 'POST', url: `/prod-api/imports/${id}/apply`, token, payload: { mode } });
    expect(begun.statusCode).toBe(200);
    const stopped = otherServer();
    const running = stopped.step();
    while ((await written(first)) === 0);
    await Promise.all([running, stopped.stop()]);
    expect(await written(first)).toBeLessThan(ROWS);
    return id;
  }

  const statusOf = async (id: string) => {
    const row = await world.db.kysely
      .selectFrom('imports')
      .where('id', '=', id)
      .select('status')
      .executeTakeFirstOrThrow();
    return row.status;
  };

  it.each(LOSSES)(
    '%s has written all of its rows or none',
    async (name, lose) => {
      const first = name === 'to import' ? 'm' : 'n';
      const id = await halfDone(first, 'all');
      await lose.execute(world.db.kysely);
      for (let step = 0; step < 5; step += 1) await world.imports.step();
      expect(await written(first)).toBe(0);
      expect(await statusOf(id)).toBe(name === 'to import' ? 'undone' : 'ready');
    },
    120_000,
  );

  it('keeps what it has written, if it need not be all', async () => {
    const id = await halfDone('o', 'valid');
    const before = await written('o');
    await take('clients.import').execute(world.db.kysely);
    for (let step = 0; step < 5; step += 1) await world.imports.step();
    expect([await written('o'), await statusOf(id)]).toEqual([before, 'done']);
  }, 120_000);

  it('can’t apply rows that were never checked', async () => {
    const { login_token: token } = await world.signIn('checker');
    const lines = Array.from({ length: ROWS }, (_, at) => `p${at},Name ${at}`);
    const answer = await world.call({
      method: 'POST',
      url: '/prod-api/imports?resource=clients&name=a.csv',
      token,
      payload: Buffer.from(`code,name\n${lines.join('\n')}\n`),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { id } = importSchema.parse(answer.json<{ data: unknown }>().data);
    await take('clients.import').execute(world.db.kysely);
    await world.imports.step();
    expect(await statusOf(id)).toBe('undone');
  });
});
