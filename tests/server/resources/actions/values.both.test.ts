import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isEmpty, type SetValue } from '@merchant-console/declaration';
import { ValidationError } from '#server/errors.ts';
import { startStoredWorld, type OpenedResource, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const COUNTED = {
  name: 'counted',
  fields: [
    { source: 'name', type: 'text' },
    { source: 'nick', type: 'text' },
    { source: 'times', type: 'integer', max: 1_000 },
    { source: 'more', type: 'integer' },
    { source: 'hours', type: 'decimal', scale: 2 },
    { source: 'paid', type: 'money' },
    { source: 'first_on', type: 'date' },
    { source: 'first_at', type: 'datetime' },
  ],
} as const;

describe.each(EITHER_DATABASE)('values that actions set on %s', (kind) => {
  let world: StoredWorld;
  let counted: OpenedResource;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
    counted = await world.open({ ...COUNTED, fields: COUNTED.fields.map((field) => ({ ...field })) });
  });
  afterAll(() => world.close());

  const act = (id: string, set: Record<string, SetValue>, form: object = {}) =>
    counted.writer.act(world.actor, [id], { set, form: { ...form } });

  it('are added to numbers of each type, empty ones being 0', async () => {
    const { id } = await counted.writer.create(world.actor, { hours: '1.50', paid: '99' });
    const set = { times: { add: 2 }, hours: { add: '-0.25' }, paid: { add: '$form.more' } };
    await act(id, set, { more: '1' });
    const [after] = await act(id, set, { more: '9007199254740993' });
    expect(after).toMatchObject({ times: 4, hours: '1.00', paid: '9007199254741093', revision: 3 });
  });

  it('are refused as a whole if a sum is more than its field accepts', async () => {
    const { id } = await counted.writer.create(world.actor, { times: 999 });
    const added = act(id, { name: 'x', times: { add: 2 } });
    await expect(added).rejects.toMatchObject({ fields: { times: { key: 'too_big', args: { max: 1_000 } } } });
    await expect(added).rejects.toThrow(ValidationError);
    expect(await counted.source.one(world.actor.merchantId, id)).toMatchObject({ name: null, times: 999 });
  });

  it('are times and days from now on, the first of which stays', async () => {
    const { id } = await counted.writer.create(world.actor, {});
    const set = { first_at: { first: '$now-1h' }, first_on: { first: '$today+30d' } };
    const now = world.clock.now().getTime();
    const [after] = await act(id, set);
    expect(after?.['first_at']).toBe(new Date(now - 3_600_000).toISOString());
    world.clock.advance(86_400);
    const [later] = await act(id, set);
    expect(later).toMatchObject({ first_at: after?.['first_at'], first_on: after?.['first_on'] });
  });

  it('of several records depend on each', async () => {
    const make = (values: object) => counted.writer.create(world.actor, { ...values });
    const made = [await make({ name: 'a', times: 1 }), await make({ name: 'b', times: 5, nick: 'B' })];
    const changed = await counted.writer.act(
      world.actor,
      made.map(({ id }) => id),
      { set: { times: { add: 1 }, nick: { first: '$record.name' }, more: '$record.times' } },
    );
    expect(changed).toMatchObject([
      { times: 2, nick: 'a', more: 1 },
      { times: 6, nick: 'B', more: 5 },
    ]);
  });

  it('leave out what the caller can’t see', async () => {
    const { id } = await counted.writer.create(world.actor, { name: 'a', times: 1 });
    const acting = { set: { nick: '$record.name', more: { add: '$form.hidden' } }, seen: new Set(['times']) };
    expect(await counted.writer.act(world.actor, [id], acting)).toMatchObject([{ nick: null, more: null }]);
  });

  it('are those of a model, after any actions', async () => {
    const set = fc.record(
      {
        name: fc.constantFrom<SetValue>('x', '$record.nick', { first: 'y' }, null),
        nick: fc.constantFrom<SetValue>('$record.name', { first: '$record.name' }, '$form.text'),
        times: fc.oneof(fc.integer({ min: -50, max: 50 }), fc.record({ add: fc.integer({ min: -50, max: 50 }) })),
        more: fc.constantFrom<SetValue>({ add: '$record.times' }, { add: '$form.count' }, '$record.times'),
      },
      { requiredKeys: [] },
    );
    const form = fc.record({
      text: fc.option(fc.constantFrom('p', 'q')),
      count: fc.option(fc.integer({ min: -9, max: 9 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(set, form), { minLength: 1, maxLength: 6 }), async (actions) => {
        const { id } = await counted.writer.create(world.actor, {});
        let model: Record<string, unknown> = { name: null, nick: null, times: null, more: null };
        for (const [values, entered] of actions) {
          await act(id, values, entered);
          model = afterwards(model, values, entered);
        }
        expect(await counted.source.one(world.actor.merchantId, id)).toMatchObject(model);
      }),
      { numRuns: 25 },
    );
  });
});

function afterwards(before: Record<string, unknown>, set: Record<string, SetValue>, form: Record<string, unknown>) {
  const read = (given: unknown) => {
    const [, place, source = ''] = /^\$(form|record)\.(\w+)$/.exec(String(given)) ?? [];
    if (place === 'form') return form[source];
    return place === 'record' ? before[source] : given;
  };
  const after = { ...before };
  for (const [source, value] of Object.entries(set)) {
    if (typeof value !== 'object' || value === null) after[source] = read(value);
    else if ('add' in value) {
      const more = read(value.add);
      if (typeof more === 'number') after[source] = Number(before[source] ?? 0) + more;
    } else if (isEmpty(before[source])) after[source] = read(value.first);
  }
  return after;
}

describe('increments on PostgreSQL', () => {
  let world: StoredWorld;
  beforeEach(async () => {
    world = await startStoredWorld('postgres');
  });
  afterEach(() => world.close());

  it('by 64 callers at once lose none', async () => {
    const { writer, source } = await world.open({
      name: 'counted',
      fields: [
        { source: 'times', type: 'integer' },
        { source: 'first', type: 'integer' },
      ],
    });
    const { id } = await writer.create(world.actor, {});
    const increment = (_: unknown, at: number) =>
      writer.act(world.actor, [id], { set: { times: { add: 1 }, first: { first: '$form.at' } }, form: { at } });
    await world.db.patiently(() => Promise.all(Array.from({ length: 64 }, increment)));
    const record = await source.one(world.actor.merchantId, id);
    expect(record).toMatchObject({ times: 64, revision: 65 });
    const { rows } = await sql<{ first: unknown }>`
      select after -> 'first' as first from audit_logs where after ? 'first'`.execute(world.db.kysely);
    expect(rows).toEqual([{ first: record?.['first'] }]);
  });
});
