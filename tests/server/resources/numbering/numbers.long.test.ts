import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { type OpenedResource, startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';
import { numberWorld, NOTE, number } from './numberWorld.ts';

async function numbersIn({ source }: OpenedResource, merchantId: string): Promise<unknown[]> {
  const query = { conditions: [], sort: { source: 'id', descending: false }, range: [0, 999] as [number, number] };
  return (await source.list(merchantId, query)).records.map((record) => record['number']);
}

describe.each(BOTH_DATABASES)('numbers of records on %s', (kind) => {
  const counted = numberWorld(kind);

  it('without gaps come back when the creation is rolled back, and those drawn before it don’t', async () => {
    const fields = [number('G{00}', { gapless: true }), number('N{00}', {}, 'other'), NOTE];
    const bills = await counted.world.open({ name: 'bills', fields });
    const rolledBack = counted.world.db.transaction(async (tx) => {
      const made = await counted.world.storage.open(bills.resource).writer?.create?.(tx, counted.world.actor, {});
      expect(made?.['number']).toBe('G01');
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    const { drawNumbers } = bills.writer;
    expect(await drawNumbers?.(counted.world.actor)).toEqual({ other: 'N01' });
    const drawn = await drawNumbers?.(counted.world.actor);
    expect(await bills.writer.create(counted.world.actor, { ...drawn })).toMatchObject({ number: 'G01', other: 'N02' });
  });

  it('begin after those that users had entered, which stay, and continue under new names and with more digits', async () => {
    const plain = fieldSchema.parse({ source: 'number', type: 'text' });
    const before = await counted.world.open({ name: 'bills', fields: [plain, NOTE] });
    for (const text of ['B-0041', 'B-9x', 'B-', 'C-0099', null]) {
      await before.writer.create(counted.world.actor, { number: text });
    }
    const bills = await counted.world.open({ name: 'bills', fields: [number('B-{0000}'), NOTE] });
    expect(bills.findings).toEqual([]);
    await bills.writer.create(counted.world.actor, {});
    const numbers = await numbersIn(bills, counted.world.actor.merchantId);
    expect(numbers.map(String).toSorted()).toEqual(['B-', 'B-0041', 'B-0042', 'B-9x', 'C-0099', 'null']);
    const renamed = await counted.world.open({
      name: 'invoices',
      fields: [number('B-{00000}', {}, 'code'), NOTE],
      migrate: { from: 'bills', rename: { number: 'code' } },
    });
    expect(renamed.findings).toEqual([]);
    expect(await renamed.writer.create(counted.world.actor, {})).toMatchObject({ code: 'B-00043' });
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
