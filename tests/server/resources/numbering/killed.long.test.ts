import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarationSchema } from '@merchant-console/declaration';
import { childProcess } from '#tests/support/childProcess.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { BILLS } from './bills.ts';

const KILLS = 5;

describe('gapless numbers while the server is killed', { timeout: 240_000 }, () => {
  let world: StoredWorld;
  beforeAll(async () => {
    world = await startStoredWorld('postgres');
  });
  afterAll(() => world.close());

  it('lack none, and none is there twice', async () => {
    const { name, fields } = declarationSchema.parse(BILLS);
    await world.open({ name, fields });
    const { merchantId, userId } = world.actor;
    const process = path.join(import.meta.dirname, 'billingProcess.ts');
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = childProcess(process, [world.options.databaseUrl ?? '', merchantId, userId]);
      // It has then created some more, and is in the middle of others.
      try {
        for (let lines = 0; lines <= kill % 3; lines += 1) await child.line();
      } finally {
        await child.kill();
      }
    }
    // The database notices the broken connections when it answers them.
    const { number } = await world.db.patiently(async () => {
      const { writer } = await world.open({ name, fields });
      return writer.create(world.actor, {});
    });
    const { rows } = await sql<{ total: bigint; different: bigint; last: string }>`
      select count(*) as total, count(distinct number) as different, max(lpad(number, 12)) as last
      from r_bills where merchant_id = ${merchantId}`.execute(world.db.kysely);
    const [found] = rows;
    expect(found?.total).toBeGreaterThan(BigInt(KILLS * 10));
    expect(found?.different).toBe(found?.total);
    expect(number).toBe(`B-${String(found?.total).padStart(4, '0')}`);
    expect(found?.last.trim()).toBe(number);
  });
});
