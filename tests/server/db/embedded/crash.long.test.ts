import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { childProcess } from '#tests/support/childProcess.ts';
import { embeddedDataDir } from '#tests/support/embeddedTemplate.ts';

const COMMITTER = join(import.meta.dirname, 'commitForever.ts');

describe('the embedded database of a process that is killed while it commits', () => {
  it('opens again and contains every acknowledged commit, and at most one more', async () => {
    const { dataDir, remove } = await embeddedDataDir();
    let next = 0;
    for (const commits of [1, 25, 80]) {
      const child = childProcess(COMMITTER, [dataDir, String(next)]);
      let acknowledged = -1;
      for (let count = 0; count < commits; count += 1) acknowledged = Number(await child.line());
      await child.kill();
      // Lines written between the last read and the kill count as acknowledged too.
      for (let line = await nextLine(child); line !== null; line = await nextLine(child)) acknowledged = Number(line);

      const db = await connect<unknown>({ dataDir, clock: systemClock });
      const { rows } = await sql<{ n: number }>`select n from acknowledged order by n`.execute(db.kysely);
      await db.close();
      expect(rows.map(({ n }) => n)).toEqual(rows.map((_row, index) => index));
      expect([acknowledged + 1, acknowledged + 2]).toContain(rows.length);
      next = rows.length;
    }
    await remove();
  });
});

async function nextLine(child: { line(): Promise<string> }): Promise<string | null> {
  return child.line().catch(() => null);
}
