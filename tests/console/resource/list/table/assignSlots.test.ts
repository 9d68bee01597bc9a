import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assignSlots } from '../../../../../packages/ra-declared/src/list/RecordTable.tsx';

const pages = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }), { minLength: 1 });

it('gives each record a row of its own, and keeps those that were there in theirs', () => {
  fc.assert(
    fc.property(pages, (shown) => {
      let before: ReturnType<typeof assignSlots> = new Map();
      for (const ids of shown) {
        const after = assignSlots(before, ids);
        expect([...after.keys()]).toEqual(ids);
        expect(new Set(after.values()).size).toBe(ids.length);
        for (const id of ids) if (before.has(id)) expect(after.get(id)).toBe(before.get(id));
        before = after;
      }
    }),
  );
});

it('reuses the rows for another page', () => {
  const first = assignSlots(new Map(), ['a', 'b', 'c']);
  expect([...assignSlots(first, ['d', 'e', 'f']).values()]).toEqual([0, 1, 2]);
  expect([...assignSlots(first, ['x', 'a', 'b']).values()]).toEqual([2, 0, 1]);
});
