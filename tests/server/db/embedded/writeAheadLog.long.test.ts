import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { embeddedDataDir } from '#tests/support/embeddedTemplate.ts';

it("the write-ahead log doesn't grow without bound", async () => {
  const { dataDir, remove } = await embeddedDataDir();
  const db = await connect<unknown>({ dataDir, clock: systemClock });
  await sql`create table filler (text text)`.execute(db.kysely);
  // 12 × 40 MB of log; a checkpoint lets segments of 16 MB be reused.
  for (let round = 0; round < 12; round += 1) {
    await sql`insert into filler select repeat('x', 2000) from generate_series(1, 18000)`.execute(db.kysely);
    await sql`truncate filler`.execute(db.kysely);
  }
  const segments = (await readdir(join(dataDir, 'database/pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name));
  expect(segments.length).toBeLessThan(16);
  await db.close();
  await remove();
});
