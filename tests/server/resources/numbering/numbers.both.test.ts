import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { numberWorld, NOTE, number } from './numberWorld.ts';

describe.each(EITHER_DATABASE)('numbers of records on %s', (kind) => {
  const counted = numberWorld(kind);

  it.each([{ gapless: true }, {}])('count per tenant and period, in the tenant’s zone %j', async (more) => {
    const bills = await counted.world.open({ name: 'bills', fields: [number('B-{yyyy}-{mm}-{000}', more), NOTE] });
    const moveTo = (time: string) =>
      counted.world.clock.advance((Date.parse(time) - counted.world.clock.now().getTime()) / 1000);
    const create = async () => (await bills.writer.create(counted.world.actor, { note: 'x' }))['number'];
    await sql`update merchants set time_zone = 'Asia/Tokyo' where merchant_id = ${counted.world.actor.merchantId}`.execute(
      counted.world.db.kysely,
    );
    moveTo('2026-03-31T14:59:59Z');
    expect([await create(), await create()]).toEqual(['B-2026-03-001', 'B-2026-03-002']);
    moveTo('2026-03-31T15:00:00Z');
    expect(await create()).toBe('B-2026-04-001');
    expect((await bills.writer.create(counted.world.stranger, {}))['number']).toBe('B-2026-03-001');
  });

  it('are unique, so equal ones of users refuse the change', async () => {
    const plain = fieldSchema.parse({ source: 'number', type: 'text' });
    const before = await counted.world.open({ name: 'bills', fields: [plain, NOTE] });
    for (const text of ['B-1', 'B-1']) await before.writer.create(counted.world.actor, { number: text });
    const { findings } = await counted.world.open({ name: 'bills', fields: [number('B-{0}'), NOTE] });
    expect(findings.map(({ id }) => id)).toEqual(['S205']);
  });
});
