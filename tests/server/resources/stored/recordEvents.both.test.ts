import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import type { Actor, Values } from '#server/resources/RecordSource.ts';
import { type OpenedResource, startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const EVENTS = ['create', 'edit', 'delete', 'close'] as const;

const TICKETS = declarationSchema.parse({
  version: 1,
  name: 'tickets',
  storage: 'table',
  order: 'place',
  recordRepresentation: 'subject',
  fields: [
    { source: 'subject', type: 'text', required: true, maxLength: 20 },
    { source: 'status', type: 'text' },
    { source: 'account', type: 'text', mask: 'card' },
    { source: 'token', type: 'secret' },
    { source: 'price', type: 'money', permission: { see: 'see_price' } },
    { source: 'place', type: 'integer' },
    { source: 'open', type: 'boolean', computed: { holds: { field: 'status', eq: 'open' } } },
  ],
  import: {},
  actions: [
    {
      key: 'close',
      set: { status: 'closed' },
      create: { reference: 'notes', values: { ticket_id: '$record.id', text: 'Closed' } },
    },
    { key: 'age', scope: 'scheduled', every: 'day', at: '03:00', when: { field: 'status', eq: 'old' }, set: { status: 'gone' } },
  ],
  webhooks: [{ on: [...EVENTS, 'age'] }],
}); // prettier-ignore

const NOTES = declarationSchema.parse({
  version: 1,
  name: 'notes',
  storage: 'table',
  fields: [
    { source: 'ticket_id', type: 'reference', reference: 'tickets', onDelete: 'delete' },
    { source: 'about_id', type: 'reference', reference: 'tickets', onDelete: 'clear' },
    { source: 'text', type: 'text' },
  ],
  webhooks: [{ on: ['create'], when: { field: 'text', eq: 'Closed' } }, { on: ['edit', 'delete'] }],
});

const dataSchema = z.object({
  event_id: z.uuid(),
  resource: z.string(),
  record: z.looseObject({ id: z.uuid() }),
  before: z.record(z.string(), z.unknown()).optional(),
});

describe.each(EITHER_DATABASE)('events of stored records on %s', (kind) => {
  let world: StoredWorld;
  let tickets: OpenedResource;
  let notes: OpenedResource;
  let actor: Actor;
  let stranger: Actor;

  beforeAll(async () => {
    world = await startStoredWorld(kind);
    notes = await world.open(NOTES);
    tickets = await world.open(TICKETS);
    const permissions = new Set(['tickets.delete', 'notes.delete']);
    actor = { ...world.actor, permissions };
    stranger = { ...world.stranger, permissions };
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    for (const table of [
      'notify_jobs',
      'webhook_deliveries',
      'webhook_endpoints',
      'audit_logs',
      'audit_heads',
    ] as const)
      await world.db.kysely.deleteFrom(table).execute();
  });

  async function endpoint(
    { merchantId }: Actor,
    events: readonly string[],
    status = 'enabled',
    url: string | null = 'x',
  ) {
    const id = randomUUID();
    const at = world.clock.now();
    await sql`
      insert into webhook_endpoints (merchant_id, id, url, events, status, secret_tail, created_at, updated_at)
      values (${merchantId}, ${id}, ${url}, ${[...events]}::text[], ${status}, 'x', ${at}, ${at})`.execute(
      world.db.kysely,
    );
    return id;
  }
  const all = TICKETS.webhooks?.flatMap(({ on }) => on.map((verb) => `tickets.${verb}`)) ?? [];
  const ofNotes = ['notes.create', 'notes.edit', 'notes.delete'];

  async function told(endpointId: string) {
    const { rows } = await sql<{ event: string; record_id: string; data: string; has_job: boolean; order_no: string }>`
      select d.event, d.record_id, d.data, d.order_no, exists (
        select from notify_jobs j where j.merchant_id = d.merchant_id and j.record_id = d.id
          and j.resource = 'webhook_deliveries' and j.due_at = d.created_at
      ) as has_job
      from webhook_deliveries d where d.endpoint_id = ${endpointId} order by d.created_at, d.event`.execute(
      world.db.kysely,
    );
    expect(rows.every(({ has_job }) => has_job)).toBe(true);
    return rows.map(({ data, ...row }) => ({ ...row, ...dataSchema.parse(JSON.parse(data)) }));
  }
  /** What was committed, by the audit log. */
  async function written({ merchantId }: Actor, resource: string): Promise<string[]> {
    const { rows } = await sql<{ action: string; record_id: string }>`
      select action, record_id from audit_logs
      where merchant_id = ${merchantId} and resource = ${resource} order by seq`.execute(world.db.kysely);
    return rows.map(({ action, record_id }) => `${action.replace('.move', '.edit')} ${record_id}`);
  }
  const named = (events: Awaited<ReturnType<typeof told>>) => events.map((one) => `${one.event} ${one.record_id}`);
  const create = (values: Values = {}, by = actor) =>
    tickets.writer.create(by, { subject: 'A', status: 'open', ...values });
  const acting = (key: 'close' | 'age') => {
    const { set, create: made, when } = toResource(TICKETS).actions.find((one) => one.key === key) ?? {};
    return { set: set ?? null, create: made ?? null, when: when ?? null, action: `tickets.${key}` };
  };
  const close = (ids: readonly string[], by = actor) => tickets.writer.act(by, ids, acting('close'));
  const importer = () => world.storage.open(tickets.resource).importer;

  it('say what the record contains and what has changed, without secrets and what needs a permission', async () => {
    const id = await endpoint(actor, all);
    const made = await create({ account: '6222020200112233445', token: 'hush', price: '7777777777' });
    world.clock.advance(1);
    await tickets.writer.update(
      actor,
      { id: made.id, revision: 1 },
      { status: 'waiting', account: '6222020200112230000' },
    );
    await tickets.writer.update(actor, { id: made.id, revision: 2 }, { price: '7777777778', token: 'still' });
    await tickets.writer.update(actor, { id: made.id, revision: 3 }, { status: 'waiting' });
    world.clock.advance(1);
    await tickets.writer.remove(actor, { id: made.id, revision: null });
    const events = await told(id);
    expect(named(events)).toEqual(['create', 'edit', 'delete'].map((verb) => `tickets.${verb} ${made.id}`));
    const [created, edited, deleted] = events;
    expect(created?.record).toEqual({
      id: made.id,
      subject: 'A',
      status: 'open',
      account: made['account'],
      place: made['place'],
      created_at: made['created_at'],
      updated_at: made['updated_at'],
      revision: 1,
    });
    expect(created).toMatchObject({ resource: 'tickets', order_no: 'A' });
    expect(created).not.toHaveProperty('before');
    expect(edited).toMatchObject({ record: { status: 'waiting', revision: 2 }, before: { status: 'open' } });
    expect(Object.keys(edited?.before ?? {}).toSorted()).toEqual(['account', 'status']);
    expect(deleted).toMatchObject({ record: { status: 'waiting', revision: 3 } });
    const { rows } = await sql`select data from webhook_deliveries`.execute(world.db.kysely);
    expect(JSON.stringify(rows)).not.toMatch(/62220202|hush|still|777777777[78]|price|token|open":/);
  });

  it('go to the enabled endpoints of the tenant that chose them, and to no others', async () => {
    const both = [await endpoint(actor, all), await endpoint(actor, ['tickets.create', 'order_paid'])];
    const others = [
      await endpoint(actor, []),
      await endpoint(actor, ['tickets.delete', 'notes.edit']),
      await endpoint(actor, all, 'disabled'),
      await endpoint(actor, all, 'enabled', null),
    ];
    const theirs = await endpoint(stranger, all);
    const own = await create();
    const foreign = await create({}, stranger);
    for (const id of both) expect(named(await told(id))).toEqual([`tickets.create ${own.id}`]);
    for (const id of others) expect(await told(id)).toEqual([]);
    expect(named(await told(theirs))).toEqual([`tickets.create ${foreign.id}`]);
  });

  it('depend on the declared condition, for records that actions create, too', async () => {
    const id = await endpoint(actor, ofNotes);
    const { id: ticket } = await create();
    await close([ticket]);
    const { id: other } = await notes.writer.create(actor, { text: 'Else', about_id: ticket });
    const { rows } = await sql<{
      id: string;
    }>`select id from r_notes where text = 'Closed' and ticket_id = ${ticket}`.execute(world.db.kysely);
    const [closing] = rows;
    await tickets.writer.remove(actor, { id: ticket, revision: null });
    const events = await told(id);
    expect(named(events).toSorted()).toEqual(
      [`notes.create ${closing?.id}`, `notes.delete ${closing?.id}`, `notes.edit ${other}`].toSorted(),
    );
    expect(events.find(({ event }) => event === 'notes.edit')).toMatchObject({
      record: { about_id: null },
      before: { about_id: ticket },
    });
  });

  it('are told once by a scheduled action and by an import, and its undo', async () => {
    const id = await endpoint(actor, all);
    const old = await create({ status: 'old' });
    const writer = world.storage.open(tickets.resource).writer;
    const slice = { merchantId: actor.merchantId, after: null, most: 10 };
    await world.db.transaction(async (tx) => {
      await writer?.actOnSlice?.(tx, { ...acting('age'), form: {}, seen: null }, slice);
    });
    const many = Array.from({ length: 60 }, (_, at) => ({ subject: `Row ${at}`, status: 'new' }));
    const made = await world.db.transaction(async (tx) => importer()?.create(tx, actor, many));
    const ids = made?.map((one) => one.id) ?? [];
    const targets = ids.map((one) => ({ id: one, revision: 1 }));
    await world.db.transaction(async (tx) =>
      importer()?.update(tx, actor, targets.map((one, at) => ({ ...one, values: { status: `s${at}` } })), 'user'),
    ); // prettier-ignore
    await world.db.transaction(async (tx) => importer()?.remove(tx, actor, ids.map((one) => ({ id: one, revision: 2 })), 'server')); // prettier-ignore
    const events = named(await told(id));
    expect(events).toContain(`tickets.age ${old.id}`);
    expect(events.toSorted()).toEqual((await written(actor, 'tickets')).toSorted());
    expect(events).toHaveLength(2 + 3 * 60);
  });

  it(
    'are those of the writes that were committed, in any order of writes and refusals',
    { timeout: 120_000 },
    async () => {
      const step = fc.record({
        act: fc.constantFrom(
          'create',
          'too long',
          'edit',
          'stale',
          'same',
          'close',
          'close all',
          'move',
          'delete',
          'rolled back',
        ),
        which: fc.nat(5),
        text: fc.constantFrom('a', 'b', 'ü"\\', '\u2028 %{x}'),
        mine: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
          const endpoints = { mine: await endpoint(actor, all), theirs: await endpoint(stranger, all) };
          const alive = { mine: [] as string[], theirs: [] as string[] };
          await sql`delete from r_notes`.execute(world.db.kysely);
          await sql`delete from r_tickets`.execute(world.db.kysely);
          await world.db.kysely.deleteFrom('audit_logs').execute();
          await world.db.kysely.deleteFrom('audit_heads').execute();
          for (const { act, which, text, mine } of steps) {
            const by = mine ? actor : stranger;
            const own = alive[mine ? 'mine' : 'theirs'];
            const id = own[which % Math.max(own.length, 1)] ?? randomUUID();
            const target = { id, revision: act === 'stale' ? 99 : null };
            const acts: Record<typeof act, () => Promise<unknown>> = {
              create: async () => own.push((await create({ subject: text }, by)).id),
              'too long': () => create({ subject: '\0' }, by),
              edit: () => tickets.writer.update(by, target, { subject: text, status: text }),
              stale: () => tickets.writer.update(by, target, { status: 'never' }),
              same: async () => tickets.writer.update(by, target, {}),
              close: () => close([id], by),
              'close all': () => close([...own, randomUUID()], by),
              move: () => tickets.writer.arrange(by, id, { after: null }),
              delete: async () => {
                await tickets.writer.remove(by, target);
                own.splice(own.indexOf(id), 1);
              },
              'rolled back': () =>
                world.db.transaction(async (tx) => {
                  const writer = world.storage.open(tickets.resource).writer;
                  await writer?.create?.(tx, by, { subject: 'gone', status: text });
                  throw new Error('rolled back');
                }),
            };
            await acts[act]().catch(() => {});
          }
          expect(named(await told(endpoints.mine)).toSorted()).toEqual((await written(actor, 'tickets')).toSorted());
          expect(named(await told(endpoints.theirs)).toSorted()).toEqual(
            (await written(stranger, 'tickets')).toSorted(),
          );
        }),
        { numRuns: kind === 'embedded' ? 12 : 20 },
      );
    },
  );
});
