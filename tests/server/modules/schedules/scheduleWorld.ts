import { sql } from 'kysely';
import { afterEach, beforeEach, expect } from 'vitest';
import { declarationSchema, type Resource, toResource } from '@merchant-console/declaration';
import { CHAIN_START } from '#server/audit/auditJson.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { createScheduleWorker } from '#server/modules/schedules/createScheduleWorker.ts';
import { createMetrics } from '#server/process/createMetrics.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { createStorage } from '#server/resources/stored/createStorage.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

export const HOUR = 3_600;

export const DAY = 24 * HOUR;

export const ticketsAt = (at: string) => ({
  version: 1,
  name: 'tickets',
  storage: 'table',
  fields: [
    { source: 'status', type: 'text' },
    { source: 'touched', type: 'integer', max: 5 },
    { source: 'touched_on', type: 'date' },
    { source: 'kind', type: 'text' },
  ],
  actions: [
    {
      key: 'remind',
      scope: 'scheduled',
      every: 'day',
      at,
      when: { field: 'status', eq: 'open' },
      set: { touched: { add: 1 }, touched_on: '$today' },
      create: { reference: 'notes', values: { ticket_id: '$record.id', text: 'Reminded' } },
    },
  ],
});

export const NOTES = {
  version: 1,
  name: 'notes',
  storage: 'table',
  fields: [
    { source: 'ticket_id', type: 'reference', reference: 'tickets', required: true },
    { source: 'text', type: 'text' },
  ],
};

/** A server that has the declarations. */
export async function server(world: Pick<StoredWorld, 'clock'>, db: Db, declarations: readonly object[]) {
  const storage = createStorage({ db, clock: world.clock, cipher: createCipher(Buffer.alloc(32, 7)) });
  const resources = new Map<string, { resource: Resource; backend: ResourceBackend }>();
  for (const declaration of declarations) {
    const resource = toResource(declarationSchema.parse(declaration));
    expect(await storage.prepare(resource)).toEqual([]);
    resources.set(resource.name, { resource, backend: storage.open(resource) });
  }
  const deps = { db, clock: world.clock, log: silentLog, metrics: createMetrics() };
  return { resources, ...createScheduleWorker({ ...deps, registry: { state: { resources } } }) };
}

/** As if the tenant's records, which tests insert directly, were logged. */
export async function beginLog({ kysely }: Db, merchant_id: string): Promise<void> {
  const head = kysely.insertInto('audit_heads').values({ merchant_id, seq: 0n, hash: CHAIN_START });
  await head.onConflict((conflict) => conflict.doNothing()).execute();
}

/** A server with scheduled actions, for all tests of the `describe` around. Use what it returns in tests only. */
export function scheduleWorld(kind: Db['kind']) {
  let world: StoredWorld;
  beforeEach(async () => {
    world = await startStoredWorld(kind);
    await inZone(world.actor.merchantId, 'Asia/Shanghai');
    await inZone(world.stranger.merchantId, 'America/Mexico_City');
  });
  afterEach(() => world.close());
  const inZone = (merchantId: string, time_zone: string) =>
    world.db.kysely.updateTable('merchants').set({ time_zone }).where('merchant_id', '=', merchantId).execute();
  const addTickets = async (count: number, merchantId = world.actor.merchantId, touched: number | null = null) => {
    await beginLog(world.db, merchantId);
    await sql`insert into r_tickets (merchant_id, id, created_at, updated_at, revision, status, touched)
      select ${merchantId}::uuid, gen_random_uuid(), now(), now(), 1, case when n % 4 = 0 then 'closed' else 'open' end,
        ${touched}::integer from generate_series(1, ${count}::integer) n`.execute(world.db.kysely);
  };
  const touchedOf = async (merchantId = world.actor.merchantId) => {
    const { rows } = await sql<{ status: string; touched: number | null; count: bigint }>`
      select status, touched, count(*) as count from r_tickets where merchant_id = ${merchantId}
      group by status, touched order by status, touched`.execute(world.db.kysely);
    return rows.map(({ status, touched, count }) => [status, touched, Number(count)]);
  };
  const lastRun = async () =>
    (
      await sql<object>`
        select last_on, last_changed, last_refused, started_at, after_id from schedules
        where merchant_id = ${world.actor.merchantId}`.execute(world.db.kysely)
    ).rows[0];
  /** Moves the clock to a time of UTC. */
  const goTo = (instant: string) => world.clock.advance((Date.parse(instant) - world.clock.now().getTime()) / 1000);
  return {
    get world() {
      return world;
    },
    addTickets,
    touchedOf,
    goTo,
    lastRun,
    inZone,
  };
}
