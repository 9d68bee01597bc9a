import { describe, expect, it } from 'vitest';
import { demoContents } from './demoContents.ts';
import { HISTORY, kept } from './keptDatabases.ts';
import { seededDatabase } from './seededDatabase.ts';

async function contentsOf(...options: Parameters<typeof seededDatabase>): Promise<Record<string, string>> {
  return demoContents(kept(await seededDatabase(...options)).kysely);
}

describe('the demo data', () => {
  it('is the same for the same seed and time on both databases', { timeout: 240_000 }, async () => {
    const postgres = await contentsOf('postgres', HISTORY);
    expect(await contentsOf('embedded', HISTORY)).toEqual(postgres);
    expect(postgres['orders']).toMatch(/^400 rows/);
  });

  it.each([{ seed: 8 }, { now: new Date('2026-11-20T04:00:00.001Z') }])('is different for %o', async (difference) => {
    const one = await contentsOf('postgres', HISTORY);
    const other = await contentsOf('postgres', { ...HISTORY, ...difference });
    for (const table of ['orders', 'payouts', 'ledger_entries', 'users']) expect(other[table]).not.toBe(one[table]);
  });
});
