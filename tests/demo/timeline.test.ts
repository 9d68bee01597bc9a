import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Timeline } from '#demo/shopHistory.ts';

describe('a timeline', () => {
  it('returns the earliest event first, and events at the same time in the order in which they were planned', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
        const timeline = new Timeline<{ at: number; place: number }>();
        const things = times.map((at, place) => ({ at, place }));
        for (const thing of things) timeline.plan(thing.at, thing);
        const taken = things.map(() => timeline.take());
        expect(taken).toEqual(things.toSorted((a, b) => a.at - b.at || a.place - b.place));
        expect(timeline.take()).toBeUndefined();
      }),
    );
  });

  it('includes events that are planned during the iteration', () => {
    const timeline = new Timeline<string>();
    timeline.plan(1, 'first');
    timeline.plan(9, 'last');
    expect(timeline.take()).toBe('first');
    timeline.plan(5, 'second');
    expect([timeline.take(), timeline.take()]).toEqual(['second', 'last']);
  });
});
