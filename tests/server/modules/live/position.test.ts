import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change, Read } from '#server/modules/live/changeFeed.ts';
import { cursorOf, newsIn, readCursor } from '#server/modules/live/position.ts';

const READER = { merchantId: 'one', userId: 'ann' };
const TIME = fc.nat(4_000_000_000_000);
const NAME = fc.stringMatching(/^[a-z][a-z0-9_]{0,39}$/);
const COUNT = fc.integer({ min: 1, max: 999_999_999 });

const readOf = (counts: Record<string, number>): Read => {
  const change = { merchantId: 'one', userId: null, whose: 'own' } as const;
  const changes = Object.entries(counts).map(([resource, count]): Change => ({
    ...change,
    ...{ resource, count, nextCount: 0 },
  }));
  return { changes, next: 2_000, isLost: false };
};
const after = (told: Record<string, number>) => ({ from: 1_000, told: new Map(Object.entries(told)) });

describe('a position', () => {
  it('survives as a cursor, with the lists that the reader may read', () => {
    fc.assert(
      fc.property(TIME, fc.dictionary(NAME, COUNT, { maxKeys: 20 }), fc.array(NAME), (from, counts, others) => {
        const told = new Map(Object.entries(counts));
        const permissions = new Set([...told.keys()].map((name) => `${name}.list`));
        const hidden = others.filter((name) => !told.has(name) && !['notifications', 'tasks'].includes(name));
        const all = new Map([...told, ...hidden.map((name) => [name, 1] as const)]);
        expect(readCursor(cursorOf({ from, told: all }, permissions))).toEqual({ from, told });
      }),
    );
  });

  it('has a cursor that fits into a header, whatever has changed', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `${'x'.repeat(36)}${index}`);
    const told = new Map(names.map((name) => [name, 999_999_999]));
    const cursor = cursorOf({ from: 4_000_000_000_000, told }, new Set(names.map((name) => `${name}.list`)));
    expect(cursor.length).toBeLessThan(12_000);
    expect(readCursor(cursor)?.told.size).toBe(200);
  });

  it.each(['', 'x', 't', '1764485000123.700:705:700,703', 't5~', 't5~a', 't5~a:', 't5~A:1', 't5~a:1 ', 't5~a:-1'])(
    'is not in "%s", so that such a reader is told to reload everything',
    (cursor) => expect(readCursor(cursor)).toBeNull(),
  );

  it('tells of what has more changes than before, and to reload everything if there are fewer', () => {
    expect(newsIn(readOf({ roles: 3, users: 2, cards: 1 }), READER, after({ roles: 2, users: 2 }))).toMatchObject({
      names: ['roles', 'cards'],
      isReset: false,
    });
    expect(newsIn(readOf({ roles: 3 }), READER, after({ roles: 2, users: 2 })).isReset).toBe(true);
    expect(newsIn({ ...readOf({}), isLost: true }, READER, after({})).isReset).toBe(true);
  });
});
