import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { type OpenedResource, startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const NOTE = fieldSchema.parse({ source: 'note', type: 'text' });
const number = (sequence: string, more: object = {}, source = 'number') =>
  fieldSchema.parse({ source, type: 'text', default: { sequence, ...more } });

async function numbersIn({ source }: OpenedResource, merchantId: string): Promise<unknown[]> {
  const query = { conditions: [], sort: { source: 'id', descending: false }, range: [0, 999] as [number, number] };
  return (await source.list(merchantId, query)).records.map((record) => record['number']);
}

describe.each(EITHER_DATABASE)('numbers of records on %s', (kind) => {
  let world: StoredWorld;
  beforeEach(async () => {
    world = await startStoredWorld(kind);
  });
  afterEach(() => world.close());

  it.each([{ gapless: true }, {}])('count per tenant and period, in the tenant’s zone %j', async (more) => {
    const bills = await world.open({ name: 'bills', fields: [number('B-{yyyy}-{mm}-{000}', more), NOTE] });
    const moveTo = (time: string) => world.clock.advance((Date.parse(time) - world.clock.now().getTime()) / 1000);
    const create = async () => (await bills.writer.create(world.actor, { note: 'x' }))['number'];
    await sql`update merchants set time_zone = 'Asia/Tokyo' where merchant_id = ${world.actor.merchantId}`.execute(
      world.db.kysely,
    );
    moveTo('2026-03-31T14:59:59Z');
    expect([await create(), await create()]).toEqual(['B-2026-03-001', 'B-2026-03-002']);
    moveTo('2026-03-31T15:00:00Z');
    expect(await create()).toBe('B-2026-04-001');
    expect((await bills.writer.create(world.stranger, {}))['number']).toBe('B-2026-03-001');
  });

  it('without gaps come back when the creation is rolled back, and those drawn before it don’t', async () => {
    const fields = [number('G{00}', { gapless: true }), number('N{00}', {}, 'other'), NOTE];
    const bills = await world.open({ name: 'bills', fields });
    const rolledBack = world.db.transaction(async (tx) => {
      const made = await world.storage.open(bills.resource).writer?.create?.(tx, world.actor, {});
      expect(made?.['number']).toBe('G01');
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    const { drawNumbers } = bills.writer;
    expect(await drawNumbers?.(world.actor)).toEqual({ other: 'N01' });
    const drawn = await drawNumbers?.(world.actor);
    expect(await bills.writer.create(world.actor, { ...drawn })).toMatchObject({ number: 'G01', other: 'N02' });
  });

  it('begin after those that users had entered, which stay, and continue under new names and with more digits', async () => {
    const plain = fieldSchema.parse({ source: 'number', type: 'text' });
    const before = await world.open({ name: 'bills', fields: [plain, NOTE] });
    for (const text of ['B-0041', 'B-9x', 'B-', 'C-0099', null]) {
      await before.writer.create(world.actor, { number: text });
    }
    const bills = await world.open({ name: 'bills', fields: [number('B-{0000}'), NOTE] });
    expect(bills.findings).toEqual([]);
    await bills.writer.create(world.actor, {});
    const numbers = await numbersIn(bills, world.actor.merchantId);
    expect(numbers.map(String).toSorted()).toEqual(['B-', 'B-0041', 'B-0042', 'B-9x', 'C-0099', 'null']);
    const renamed = await world.open({
      name: 'invoices',
      fields: [number('B-{00000}', {}, 'code'), NOTE],
      migrate: { from: 'bills', rename: { number: 'code' } },
    });
    expect(renamed.findings).toEqual([]);
    expect(await renamed.writer.create(world.actor, {})).toMatchObject({ code: 'B-00043' });
  });

  it('are unique, so equal ones of users refuse the change', async () => {
    const plain = fieldSchema.parse({ source: 'number', type: 'text' });
    const before = await world.open({ name: 'bills', fields: [plain, NOTE] });
    for (const text of ['B-1', 'B-1']) await before.writer.create(world.actor, { number: text });
    const { findings } = await world.open({ name: 'bills', fields: [number('B-{0}'), NOTE] });
    expect(findings.map(({ id }) => id)).toEqual(['S205']);
  });
});

describe('numbers on PostgreSQL', () => {
  const CALLERS = 64;
  let world: StoredWorld;
  beforeEach(async () => {
    world = await startStoredWorld('postgres');
  });
  afterEach(() => world.close());

  it.each([true, false])('of 64 callers are all different, gapless: %s', async (gapless) => {
    const bills = await world.open({ name: 'bills', fields: [number('{yyyy}-{0000}', { gapless }), NOTE] });
    const create = async (at: number) => {
      const drawn = await bills.writer.drawNumbers?.(world.actor);
      await world.db.transaction(async (tx) => {
        await world.storage.open(bills.resource).writer?.create?.(tx, world.actor, { ...drawn, note: String(at) });
        // Every third is rolled back.
        if (at % 3 === 0) throw new Error('rolled back');
      });
    };
    const outcomes = await world.db.patiently(() =>
      Promise.allSettled(Array.from({ length: CALLERS * 3 }, (_, at) => create(at))),
    );
    const numbers = (await numbersIn(bills, world.actor.merchantId)).map((text) => Number(String(text).slice(5)));
    // On a busy machine, some may have waited too long for a connection.
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBeGreaterThan(CALLERS / 2);
    expect(new Set(numbers).size).toBe(made);
    const last = Math.max(...numbers);
    if (gapless) expect(last).toBe(made);
    else expect(last).toBeGreaterThan(made);
  });
});
