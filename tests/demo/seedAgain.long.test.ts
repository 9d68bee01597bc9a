import { describe, expect, it } from 'vitest';
import { seedDemo } from '#demo/seedDemo.ts';
import { readSeedMark, SeedingElsewhereError } from '#demo/seedMark.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { demoContents } from './demoContents.ts';
import { seededDatabase, seedOptions } from './seededDatabase.ts';
import { HISTORY, kept } from './keptDatabases.ts';

describe('the demo data', () => {
  it('is completed after a crash with the same contents', async () => {
    const undisturbed = await demoContents(kept(await seededDatabase(USUAL_DATABASE, HISTORY)).kysely);
    const db = kept(await migratedDatabase(USUAL_DATABASE));
    const crashAfter = (chunks: number) => {
      let left = chunks;
      return seedOptions({
        ...HISTORY,
        onProgress: () => {
          left -= 1;
          if (left === 0) throw new Error('crash');
        },
      });
    };
    await expect(seedDemo(db, crashAfter(1))).rejects.toThrow('crash');
    expect(await findViolations(db)).toEqual([]);
    await expect(seedDemo(db, crashAfter(3))).rejects.toThrow('crash');
    expect(await findViolations(db)).toEqual([]);
    expect(await readSeedMark(db.kysely)).toMatchObject({ chunks: 4, finished: false });
    // Hours later, by a start with other options.
    const later = seedOptions({ orders: 100, seed: 1, now: new Date('2026-11-20T09:00:00.000Z') });
    expect(await seedDemo(db, later)).toBe('seeded');
    expect(await demoContents(db.kysely)).toEqual(undisturbed);
    expect(await readSeedMark(db.kysely)).toMatchObject({ orders: 400, finished: true });
  });

  it('is created by one process at a time', async () => {
    const db = kept(await migratedDatabase(USUAL_DATABASE));
    const outcomes = await Promise.allSettled([seedDemo(db, seedOptions(HISTORY)), seedDemo(db, seedOptions(HISTORY))]);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toEqual([expect.any(SeedingElsewhereError)]);
    expect(await findViolations(db)).toEqual([]);
    expect(await readSeedMark(db.kysely)).toMatchObject({ finished: true, written: { orders: 400 } });
  });
});
