import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { timelineOf } from '#server/audit/readAudit.ts';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

describe('the audit log', () => {
  let world: StoredWorld;
  beforeAll(async () => {
    world = await startStoredWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await sql`delete from audit_logs`.execute(world.db.kysely);
    await sql`delete from audit_heads`.execute(world.db.kysely);
  });

  const write = (recordId: string, after: object = { b: 1, a: { d: null, c: '张三' } }) =>
    world.db.transaction((tx) =>
      recordAudit(tx, {
        actor: world.actor,
        action: 'things.edit',
        resource: 'things',
        recordId,
        before: { b: 0 },
        after: { ...after },
        at: world.clock.now(),
      }),
    );
  const verify = () => verifyChain(world.db, world.actor.merchantId);

  it('is a complete hash chain', async () => {
    for (let at = 0; at < 5; at += 1) await write(`r${at}`);
    expect(await verify()).toBeNull();
  });

  it('keeps its chain during concurrent writes', async () => {
    const tasks = Array.from({ length: 16 }, async (_, worker) => {
      for (let at = 0; at < 12; at += 1) await write(`${worker}-${at}`);
    });
    await Promise.all(tasks);
    expect(await verify()).toBeNull();
    const { rows } = await sql<{ n: bigint; last: bigint }>`
      select count(*) as n, max(seq) as last from audit_logs`.execute(world.db.kysely);
    expect(rows).toEqual([{ n: 192n, last: 192n }]);
  });

  it.each([
    { what: 'changed', harm: sql`update audit_logs set after = '{"b":2}' where seq = 3`, kind: 'changed', seq: 3n },
    {
      what: 'given to another',
      harm: sql`update audit_logs set actor_name = 'x' where seq = 2`,
      kind: 'changed',
      seq: 2n,
    },
    { what: 'taken out', harm: sql`delete from audit_logs where seq = 2`, kind: 'missing', seq: 2n },
    { what: 'cut off the end', harm: sql`delete from audit_logs where seq = 4`, kind: 'missing', seq: 4n },
    {
      what: 'swapped with the next',
      harm: sql`update audit_logs set seq = case when seq > 100 then 105 - seq else seq + 100 end where seq in (2, 3)`,
      kind: 'missing',
      seq: 2n,
    },
  ])('detects that a row was $what', async ({ harm, kind: found, seq }) => {
    for (let at = 0; at < 4; at += 1) await write(`r${at}`);
    await harm.execute(world.db.kysely);
    expect(await verify()).toEqual({ kind: found, seq });
  });

  it('lists what was done with a record and no other, newest first', async () => {
    await write('one', { b: 1 });
    await write('two');
    await write('one', { b: 2 });
    const things = { name: 'things', declared: {} };
    const entries = await timelineOf(world.db.kysely, world.actor.merchantId, things, 'one');
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ source: 'b', before: 0, after: 2 }],
      [{ source: 'b', before: 0, after: 1 }],
    ]);
    expect(await timelineOf(world.db.kysely, world.stranger.merchantId, things, 'one')).toEqual([]);
  });
});
