import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseClosedError, EmbeddedPool } from '#server/db/embedded/embeddedPool.ts';
import { DurableNodeFs } from '#server/db/embedded/durableNodeFs.ts';
import { startEmbedded } from '#server/db/embedded/openEmbedded.ts';
import { embeddedDataDir } from '#tests/support/embeddedTemplate.ts';

let dataDir: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ dataDir, remove } = await embeddedDataDir());
});
afterEach(() => remove());

const ignore = () => {};

describe('the pool of the embedded database', () => {
  it('releases the whole database once it is closed', async () => {
    const open = async () => {
      const files = new DurableNodeFs(join(dataDir, 'database'));
      const pglite = await startEmbedded(files, dataDir);
      const pool = new EmbeddedPool({ pglite, files, onCrash: ignore });
      return { pool, database: new WeakRef(pglite) };
    };
    const { pool, database } = await open();
    const session = await pool.connect();
    await session.query([{ sql: 'select 1', parameters: [] }]);
    session.release();
    expect(isKept(database)).toBe(true);
    await pool.end();
    await expect.poll(() => isKept(database)).toBe(false);
    await expect(pool.connect()).rejects.toThrow(DatabaseClosedError);
  });

  it('syncs the files of new tables in steps, because a checkpoint blocks everything else', async () => {
    const files = new DurableNodeFs(join(dataDir, 'database'));
    const pglite = await startEmbedded(files, dataDir);
    const pool = new EmbeddedPool({ pglite, files, onCrash: ignore });
    const query = async (sql: string) => {
      const session = await pool.connect();
      await session.query([{ sql, parameters: [] }]);
      session.release();
    };
    const piles: number[] = [];
    for (let n = 0; n < 300; n += 1) {
      await query(`create table made_${n} (id int primary key, name text)`);
      piles.push(files.changed.size);
    }
    expect(Math.max(...piles)).toBeLessThan(250);
    // The backlog was cleared, not just never counted.
    expect(Math.max(...piles)).toBeGreaterThan(150);
    await pool.end();
  });
});

function isKept(reference: WeakRef<object>): boolean {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return reference.deref() !== undefined;
}
