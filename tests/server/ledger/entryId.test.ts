import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryId } from '#server/ledger/post.ts';

const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

describe('the ID of an entry', () => {
  it('sorts after those of entries booked earlier in the same millisecond', () => {
    fc.assert(
      fc.property(at, fc.bigInt(1n, 2n ** 32n - 2n), (time, seq) => {
        expect(entryId(time, seq + 1n) > entryId(time, seq)).toBe(true);
      }),
    );
  });

  it('is different each time for accounts without entry numbers', () => {
    const time = new Date('2026-05-04T03:02:01.000Z');
    expect(entryId(time, null)).not.toBe(entryId(time, null));
  });

  it('is the same for the same random bytes', () => {
    const time = new Date('2026-05-04T03:02:01.000Z');
    const random = new Uint8Array(16).fill(7);
    expect(entryId(time, 5n, random)).toBe(entryId(time, 5n, random));
  });
});
