import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';
import { arrangedWorld, openTree, openOrdered, type Row, rowsOf, below, doubled, createIn } from './arrangedWorld.ts';

/** Number of records that can be reached from the top. */
function reachable(rows: readonly Row[], parent: string | null = null): number {
  return below(rows, parent).reduce((sum, id) => sum + 1 + reachable(rows, id), 0);
}

describe.each(BOTH_DATABASES)('records in a tree and an order on %s', (kind) => {
  const arranged = arrangedWorld(kind);

  it('keep their order when many are put at the same place, which changes few others', async () => {
    const opened = await openOrdered(arranged.world, 'crowded');
    const first = await opened.writer.create(arranged.world.actor, {});
    const last = await opened.writer.create(arranged.world.actor, {});
    const expected = [last.id];
    for (let count = 0; count < 100; count += 1) {
      const { id } = await opened.writer.create(arranged.world.actor, {});
      const before = new Map((await rowsOf(arranged.world, 'crowded', 'id')).map((row) => [row.id, row.position]));
      await opened.writer.arrange(arranged.world.actor, id, { after: first.id });
      expected.unshift(id);
      const rows = await rowsOf(arranged.world, 'crowded', 'id');
      expect(rows.map((row) => row.id)).toEqual([first.id, ...expected]);
      expect(rows.filter((row) => before.get(row.id) !== row.position).length).toBeLessThanOrEqual(20);
    }
  });
});

describe('moves at the same time, on PostgreSQL', () => {
  let world: StoredWorld;
  beforeAll(async () => {
    world = await startStoredWorld('postgres');
    world.actor.permissions = new Set(['pruned.delete']);
  });
  afterAll(() => world.close());

  it('make no cycle and lose no record', async () => {
    const opened = await openTree(world, 'raced');
    for (let race = 0; race < 40; race += 1) {
      const [one, other] = [await createIn(opened, world, null), await createIn(opened, world, null)];
      const inner = await createIn(opened, world, other.id);
      const outcomes = await Promise.allSettled([
        opened.writer.arrange(world.actor, one.id, { parent: inner.id, after: null }),
        race % 2 === 0
          ? opened.writer.arrange(world.actor, other.id, { parent: one.id, after: null })
          : opened.writer.update(world.actor, { id: other.id, revision: null }, { parent_id: one.id }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
    const rows = await rowsOf(world, 'raced');
    expect(rows).toHaveLength(120);
    expect(reachable(rows)).toBe(120);
    expect(doubled(rows)).toEqual([]);
  });

  it('keep each record once, in one order', async () => {
    const opened = await openOrdered(world, 'queue');
    const made = await Promise.all(Array.from({ length: 30 }, () => opened.writer.create(world.actor, {})));
    const ids = made.map(({ id }) => id);
    await Promise.all(
      Array.from({ length: 120 }, (_, at) => {
        const id = ids[(at * 7) % 30] ?? '';
        const after = ids[(at * 11 + 3) % 30] ?? '';
        return opened.writer.arrange(world.actor, id, { after: after === id ? null : after });
      }),
    );
    const rows = await rowsOf(world, 'queue', 'id');
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(new Set(rows.map(({ position }) => position)).size).toBe(30);
  });

  it('and deletions leave no record below a deleted one', async () => {
    const opened = await openTree(world, 'pruned', { onDelete: 'delete' });
    for (let race = 0; race < 20; race += 1) {
      const [one, other] = [await createIn(opened, world, null), await createIn(opened, world, null)];
      await Promise.allSettled([
        opened.writer.remove(world.actor, { id: other.id, revision: null }),
        opened.writer.arrange(world.actor, one.id, { parent: other.id, after: null }),
      ]);
    }
    const rows = await rowsOf(world, 'pruned');
    expect(reachable(rows)).toBe(rows.length);
  });
});
