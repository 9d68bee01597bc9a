import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_LEVELS } from '#server/resources/stored/arrange.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import {
  arrangedWorld,
  TITLE,
  POSITION,
  parentOf,
  openTree,
  openOrdered,
  rowsOf,
  below,
  doubled,
  createIn,
} from './arrangedWorld.ts';

describe.each(EITHER_DATABASE)('records in a tree and an order on %s', (kind) => {
  const arranged = arrangedWorld(kind);

  it('are where a model has them, after any moves', async () => {
    const opened = await openTree(arranged.world, 'articles', { onDelete: 'delete' });
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
            const made = await createIn(opened, arranged.world, above);
            model.get(parent)?.push(made.id);
            model.set(made.id, []);
          } else if (act === 'remove') {
            await writer.remove(arranged.world.actor, { id, revision: null });
            take(id);
            for (const gone of inside(id)) model.delete(gone);
          } else if (inside(id).includes(parent)) {
            const moving = writer.arrange(arranged.world.actor, id, { parent: above, after: null });
            await expect(moving).rejects.toMatchObject({ fields: { parent_id: { key: 'tree_cycle' } } });
          } else if (act === 'edit') {
            const stays = parentIn(id) === parent;
            await writer.update(arranged.world.actor, { id, revision: null }, { parent_id: above });
            if (stays) continue;
            take(id);
            model.get(parent)?.push(id);
          } else {
            const siblings = (model.get(parent) ?? []).filter((other) => other !== id);
            const after = [null, ...siblings][toAfter % (siblings.length + 1)] ?? null;
            await writer.arrange(arranged.world.actor, id, { parent: above, after });
            take(id);
            model.set(
              parent,
              (model.get(parent) ?? []).toSpliced(after === null ? 0 : siblings.indexOf(after) + 1, 0, id),
            );
          }
        }
        const rows = await rowsOf(arranged.world, 'articles');
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
    const plain = await arranged.world.open({ name, fields: [TITLE, POSITION, parentOf(name)] });
    const { writer } = plain;
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) ids.push((await createIn(plain, arranged.world, ids.at(-1) ?? null)).id);
    const [top = '', middle = '', low = ''] = ids;
    await writer.update(arranged.world.actor, { id: top, revision: null }, { parent_id: low });
    const refused = await openTree(arranged.world, name);
    expect(refused.findings).toMatchObject([
      { id: 'S220', path: ['tree'], args: { source: 'parent_id', rows: 3, id: ids.toSorted()[0] } },
    ]);
    await writer.update(arranged.world.actor, { id: top, revision: null }, { parent_id: null });
    expect((await openTree(arranged.world, name)).findings).toEqual([]);
    await expect(
      (await openTree(arranged.world, name)).writer.update(
        arranged.world.actor,
        { id: top, revision: null },
        { parent_id: middle },
      ),
    ).rejects.toMatchObject({ fields: { parent_id: { key: 'tree_cycle' } } });
  });

  it('have a limited number of levels, also when what is below is moved along', async () => {
    const opened = await openTree(arranged.world, 'deep');
    const chain = async (length: number) => {
      const ids: string[] = [];
      for (let level = 0; level < length; level += 1)
        ids.push((await createIn(opened, arranged.world, ids.at(-1) ?? null)).id);
      return ids;
    };
    const long = await chain(MOST_LEVELS - 1);
    const [short = ''] = await chain(2);
    const tooDeep = { fields: { parent_id: { key: 'tree_too_deep', args: { max: MOST_LEVELS } } } };
    const last = long.at(-1) ?? '';
    await expect(
      opened.writer.arrange(arranged.world.actor, short, { parent: last, after: null }),
    ).rejects.toMatchObject(tooDeep);
    const { id } = await createIn(opened, arranged.world, last);
    await expect(createIn(opened, arranged.world, id)).rejects.toMatchObject(tooDeep);
    await opened.writer.arrange(arranged.world.actor, short, { parent: long.at(-3) ?? '', after: null });
  });

  it('may be moved by an action, which checks the tree, too', async () => {
    const opened = await openTree(arranged.world, 'acted');
    const [one, other] = [await createIn(opened, arranged.world, null), await createIn(opened, arranged.world, null)];
    const inner = await createIn(opened, arranged.world, other.id);
    const set = (ids: string[], parent: string) =>
      opened.writer.set(arranged.world.actor, ids, { values: { parent_id: parent }, when: null, action: 'acted.file' });
    await expect(set([one.id, other.id], inner.id)).rejects.toMatchObject({
      fields: { parent_id: { key: 'tree_cycle' } },
    });
    await set([one.id], inner.id);
    expect(below(await rowsOf(arranged.world, 'acted'), inner.id)).toEqual([one.id]);
  });

  it('are not placed after a record that was moved elsewhere, or deleted', async () => {
    const opened = await openTree(arranged.world, 'gone');
    const [one, other] = [await createIn(opened, arranged.world, null), await createIn(opened, arranged.world, null)];
    const inner = await createIn(opened, arranged.world, one.id);
    const moving = opened.writer.arrange(arranged.world.actor, other.id, { parent: null, after: inner.id });
    await expect(moving).rejects.toMatchObject({ id: 'arrangement_changed' });
  });

  it('have places also if they are older than the order', async () => {
    const before = await arranged.world.open({ name: 'older', fields: [TITLE] });
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c']) ids.push((await before.writer.create(arranged.world.actor, { title })).id);
    const { writer, findings } = await openOrdered(arranged.world, 'older');
    expect(findings).toEqual([]);
    // The clock stands still, so the IDs are in any order.
    const [first = '', second = '', third = ''] = ids.toSorted();
    await writer.arrange(arranged.world.actor, third, { after: first });
    expect((await rowsOf(arranged.world, 'older', 'id')).map(({ id }) => id)).toEqual([first, third, second]);
  });
});
