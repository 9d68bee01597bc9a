import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { MOST_LEVELS } from '#server/resources/stored/arrange.ts';
import { type OpenedResource, startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const TITLE = fieldSchema.parse({ source: 'title', type: 'text' });
const POSITION = fieldSchema.parse({ source: 'position', type: 'integer' });
const parentOf = (name: string, more: object = {}) =>
  fieldSchema.parse({ source: 'parent_id', type: 'reference', reference: name, filter: 'eq', ...more });
const openTree = (world: StoredWorld, name: string, more: object = {}) =>
  world.open({ name, tree: 'parent_id', order: 'position', fields: [TITLE, POSITION, parentOf(name, more)] });
const openOrdered = (world: StoredWorld, name: string) =>
  world.open({ name, order: 'position', fields: [TITLE, POSITION] });

interface Row {
  id: string;
  parent: string | null;
  position: number | null;
}

/** All rows of a table, siblings in their order. */
async function rowsOf({ db, actor }: StoredWorld, name: string, parent = 'parent_id'): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, ${sql.ref(parent)} as parent, position from ${sql.table(`r_${name}`)}
    where merchant_id = ${actor.merchantId} order by position, id`.execute(db.kysely);
  return rows;
}

const below = (rows: readonly Row[], parent: string | null) =>
  rows.filter((row) => row.parent === parent).map(({ id }) => id);

/** Number of records that can be reached from the top. */
function reachable(rows: readonly Row[], parent: string | null = null): number {
  return below(rows, parent).reduce((sum, id) => sum + 1 + reachable(rows, id), 0);
}

/** Siblings with the same position. */
function doubled(rows: readonly Row[]): string[] {
  const places = rows.map(({ parent, position }) => `${parent} ${position}`);
  return places.filter((place, at) => places.indexOf(place) < at);
}

const createIn = ({ writer }: OpenedResource, { actor }: StoredWorld, parent: string | null) =>
  writer.create(actor, parent === null ? {} : { parent_id: parent });

describe.each(EITHER_DATABASE)('records in a tree and an order on %s', (kind) => {
  let world: StoredWorld;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
    world.actor.permissions = new Set(['articles.delete']);
  });
  afterAll(() => world.close());

  it('are where a model has them, after any moves', async () => {
    const opened = await openTree(world, 'articles', { onDelete: 'delete' });
    expect(opened.findings).toEqual([]);
    const { writer } = opened;
    /** Children of each record in their order; of the top under ''. */
    const model = new Map<string, string[]>([['', []]]);
    const all = () => [...model.keys()].filter((id) => id !== '');
    const parentIn = (id: string) => [...model].find(([, ids]) => ids.includes(id))?.[0] ?? '';
    const inside = (id: string): string[] => [id, ...(model.get(id) ?? []).flatMap(inside)];
    const take = (id: string) =>
      model.set(
        parentIn(id),
        (model.get(parentIn(id)) ?? []).filter((one) => one !== id),
      );
    const step = fc.record({
      act: fc.constantFrom('create', 'move', 'move', 'move', 'edit', 'remove'),
      one: fc.nat(),
      parent: fc.nat(),
      after: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        for (const { act, one, parent: toParent, after: toAfter } of steps) {
          const id = all()[one % Math.max(1, all().length)];
          const parent = ['', ...all()][toParent % (all().length + 1)] ?? '';
          const above = parent === '' ? null : parent;
          if (act === 'create' || id === undefined) {
            if (depthIn(parent) >= MOST_LEVELS) continue;
            const made = await createIn(opened, world, above);
            model.get(parent)?.push(made.id);
            model.set(made.id, []);
          } else if (act === 'remove') {
            await writer.remove(world.actor, { id, revision: null });
            take(id);
            for (const gone of inside(id)) model.delete(gone);
          } else if (inside(id).includes(parent)) {
            const moving = writer.arrange(world.actor, id, { parent: above, after: null });
            await expect(moving).rejects.toMatchObject({ fields: { parent_id: { key: 'tree_cycle' } } });
          } else if (act === 'edit') {
            const stays = parentIn(id) === parent;
            await writer.update(world.actor, { id, revision: null }, { parent_id: above });
            if (stays) continue;
            take(id);
            model.get(parent)?.push(id);
          } else {
            const siblings = (model.get(parent) ?? []).filter((other) => other !== id);
            const after = [null, ...siblings][toAfter % (siblings.length + 1)] ?? null;
            await writer.arrange(world.actor, id, { parent: above, after });
            take(id);
            model.set(
              parent,
              (model.get(parent) ?? []).toSpliced(after === null ? 0 : siblings.indexOf(after) + 1, 0, id),
            );
          }
        }
        const rows = await rowsOf(world, 'articles');
        const found = new Map([['', below(rows, null)], ...rows.map(({ id }) => [id, below(rows, id)] as const)]);
        expect(found).toEqual(model);
        expect(doubled(rows)).toEqual([]);
      }),
      { numRuns: 15 },
    );

    function depthIn(id: string): number {
      return id === '' ? 0 : 1 + depthIn(parentIn(id));
    }
  });

  it('become a tree only if the tree shows all of them', async () => {
    const name = 'becoming';
    const plain = await world.open({ name, fields: [TITLE, POSITION, parentOf(name)] });
    const { writer } = plain;
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) ids.push((await createIn(plain, world, ids.at(-1) ?? null)).id);
    const [top = '', middle = '', low = ''] = ids;
    await writer.update(world.actor, { id: top, revision: null }, { parent_id: low });
    const refused = await openTree(world, name);
    expect(refused.findings).toMatchObject([
      { id: 'S220', path: ['tree'], args: { source: 'parent_id', rows: 3, id: ids.toSorted()[0] } },
    ]);
    await writer.update(world.actor, { id: top, revision: null }, { parent_id: null });
    expect((await openTree(world, name)).findings).toEqual([]);
    await expect(
      (await openTree(world, name)).writer.update(world.actor, { id: top, revision: null }, { parent_id: middle }),
    ).rejects.toMatchObject({ fields: { parent_id: { key: 'tree_cycle' } } });
  });

  it('have a limited number of levels, also when what is below is moved along', async () => {
    const opened = await openTree(world, 'deep');
    const chain = async (length: number) => {
      const ids: string[] = [];
      for (let level = 0; level < length; level += 1) ids.push((await createIn(opened, world, ids.at(-1) ?? null)).id);
      return ids;
    };
    const long = await chain(MOST_LEVELS - 1);
    const [short = ''] = await chain(2);
    const tooDeep = { fields: { parent_id: { key: 'tree_too_deep', args: { max: MOST_LEVELS } } } };
    const last = long.at(-1) ?? '';
    await expect(opened.writer.arrange(world.actor, short, { parent: last, after: null })).rejects.toMatchObject(
      tooDeep,
    );
    const { id } = await createIn(opened, world, last);
    await expect(createIn(opened, world, id)).rejects.toMatchObject(tooDeep);
    await opened.writer.arrange(world.actor, short, { parent: long.at(-3) ?? '', after: null });
  });

  it('may be moved by an action, which checks the tree, too', async () => {
    const opened = await openTree(world, 'acted');
    const [one, other] = [await createIn(opened, world, null), await createIn(opened, world, null)];
    const inner = await createIn(opened, world, other.id);
    const set = (ids: string[], parent: string) =>
      opened.writer.set(world.actor, ids, { values: { parent_id: parent }, when: null, action: 'acted.file' });
    await expect(set([one.id, other.id], inner.id)).rejects.toMatchObject({
      fields: { parent_id: { key: 'tree_cycle' } },
    });
    await set([one.id], inner.id);
    expect(below(await rowsOf(world, 'acted'), inner.id)).toEqual([one.id]);
  });

  it('are not placed after a record that was moved elsewhere, or deleted', async () => {
    const opened = await openTree(world, 'gone');
    const [one, other] = [await createIn(opened, world, null), await createIn(opened, world, null)];
    const inner = await createIn(opened, world, one.id);
    const moving = opened.writer.arrange(world.actor, other.id, { parent: null, after: inner.id });
    await expect(moving).rejects.toMatchObject({ id: 'arrangement_changed' });
  });

  it('have places also if they are older than the order', async () => {
    const before = await world.open({ name: 'older', fields: [TITLE] });
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c']) ids.push((await before.writer.create(world.actor, { title })).id);
    const { writer, findings } = await openOrdered(world, 'older');
    expect(findings).toEqual([]);
    // The clock stands still, so the IDs are in any order.
    const [first = '', second = '', third = ''] = ids.toSorted();
    await writer.arrange(world.actor, third, { after: first });
    expect((await rowsOf(world, 'older', 'id')).map(({ id }) => id)).toEqual([first, third, second]);
  });

  it('keep their order when many are put at the same place, which changes few others', async () => {
    const opened = await openOrdered(world, 'crowded');
    const first = await opened.writer.create(world.actor, {});
    const last = await opened.writer.create(world.actor, {});
    const expected = [last.id];
    for (let count = 0; count < 100; count += 1) {
      const { id } = await opened.writer.create(world.actor, {});
      const before = new Map((await rowsOf(world, 'crowded', 'id')).map((row) => [row.id, row.position]));
      await opened.writer.arrange(world.actor, id, { after: first.id });
      expected.unshift(id);
      const rows = await rowsOf(world, 'crowded', 'id');
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
