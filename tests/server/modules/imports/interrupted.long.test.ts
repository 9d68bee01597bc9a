import { sql } from 'kysely';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Processor } from '#server/jobs/createProcessor.ts';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';
import { type ImportWorld, importWorld } from './importWorld.ts';

const ROWS = 1_200;

describe.each(BOTH_DATABASES)('an import whose server ends, on the %s database', (kind) => {
  let world: ImportWorld;
  beforeAll(async () => {
    world = await importWorld(kind);
  });
  afterAll(() => world.close());

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
    return rows[0]?.count;
  };

  const begun = async (first: string) => {
    const lines = Array.from({ length: ROWS }, (_, at) => `${first}${at},Name ${at}`);
    const { id } = await world.uploaded(`code,name\n${lines.join('\n')}\n`);
    await world.imports.step();
    expect((await world.post(`${id}/apply`, { mode: 'all' })).statusCode).toBe(200);
    return id;
  };

  it('is continued by another, which writes no row twice', async () => {
    const id = await begun('h');
    const stopped = otherServer();
    const running = stopped.step();
    while ((await written('h')) === 0);
    await Promise.all([running, stopped.stop()]);
    expect(await written('h')).toBeLessThan(ROWS);
    while ((await world.get(id)).status === 'applying') await world.imports.step();
    expect(await world.get(id)).toMatchObject({ status: 'done', counts: { created: ROWS } });
    expect(await written('h')).toBe(ROWS);
    const { body } = await world.call({ url: '/prod-api/notifications', token: world.token });
    const told = z.object({
      data: z.object({ items: z.array(z.object({ kind: z.string(), data: z.record(z.string(), z.string()) })) }),
    });
    const ended = told.parse(JSON.parse(body)).data.items.filter((one) => one.kind === 'import_ended');
    // Both have the time of the test clock.
    expect(new Set(ended.map(({ data }) => data['status']))).toEqual(new Set(['checked', 'done']));
    expect(ended).toHaveLength(2);
    expect(ended[0]?.data).toMatchObject({ resource: 'clients', import_id: id, file: 'clients.csv' });
  }, 120_000);

  it('is checked by a worker if its server ends between the upload and the check', async () => {
    const { kysely } = world.db;
    await sql`create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`.execute(
      kysely,
    );
    await sql`create trigger cut_off before update on import_rows execute function cut_off()`.execute(kysely);
    expect((await world.upload('code,name\nk1,Name\n', 'cut-off.csv')).statusCode).toBe(500);
    await sql`drop trigger cut_off on import_rows`.execute(kysely);
    const found = async () => (await world.listed()).find(({ file_name }) => file_name === 'cut-off.csv');
    expect(await found()).toMatchObject({ status: 'checking' });
    world.clock.advance(61);
    await world.imports.step();
    expect(await found()).toMatchObject({ status: 'ready', counts: { create: 1 } });
  });

  it('is taken over while its former server still runs', async () => {
    const id = await begun('i');
    const first = world.imports.step();
    world.clock.advance(61);
    await Promise.all([first, otherServer().step(), otherServer().step()]);
    while ((await world.get(id)).status === 'applying') {
      world.clock.advance(61);
      await world.imports.step();
    }
    expect(await world.get(id)).toMatchObject({ status: 'done', counts: { created: ROWS } });
    expect(await written('i')).toBe(ROWS);
  }, 120_000);
});
