import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderAfter, type PlacedLine, positionsFor } from '#server/resources/stored/lineOrder.ts';

const positions = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { maxLength: 12 });
const lines = positions.map((all) =>
  all.toSorted((one, other) => one - other).map((position): PlacedLine => ({ id: `line${position}`, position })),
);
/** Current lines, and a call that names some of them and new ones in any order. */
const calls = lines.chain((current) =>
  fc.tuple(fc.subarray(current.map(({ id }) => id)), fc.nat(4)).chain(([ids, fresh]) => {
    const named = [...ids, ...Array.from({ length: fresh }, (_, at) => `new ${at}`)];
    return fc.shuffledSubarray(named, { minLength: named.length }).map((order) => ({ current, named: order }));
  }),
);

it('keeps the named lines in their order, and all others behind the one before them', () => {
  fc.assert(
    fc.property(calls, ({ current, named }) => {
      const order = orderAfter(current, named);
      expect(order.filter((key) => named.includes(key))).toEqual(named);
      expect(order.toSorted()).toEqual([...new Set([...named, ...current.map(({ id }) => id)])].toSorted());
      current.forEach(({ id }, at) => {
        if (!named.includes(id)) expect(order[order.indexOf(id) - 1]).toBe(current[at - 1]?.id);
      });
    }),
  );
});

it('gives rising positions, and moves no line that can stay', () => {
  fc.assert(
    fc.property(calls, ({ current, named }) => {
      const order = orderAfter(current, named);
      const { moved, renumbered } = positionsFor(order, current);
      const after = order.map(
        (key) => moved.get(key) ?? renumbered.get(key) ?? current.find(({ id }) => id === key)?.position ?? NaN,
      );
      after.forEach((position, at) => expect(position).toBeGreaterThan(after[at - 1] ?? -Infinity));
      const isSameOrder = order.filter((key) => !key.startsWith('new')).join() === current.map(({ id }) => id).join();
      if (isSameOrder) expect([...moved.keys()].every((key) => key.startsWith('new'))).toBe(true);
    }),
  );
});
