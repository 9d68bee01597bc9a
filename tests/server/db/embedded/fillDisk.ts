import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { UnavailableError } from '#server/errors.ts';
import { fillDisk } from '#tests/support/smallDisk.ts';

// A program of the full-disk test, which has a small disk to itself. Commits until the disk is full, makes room, opens
// the database again and continues. Prints the results as JSON. Arguments: a data folder to copy, the disk.
const [template = '', disk = ''] = process.argv.slice(2);
const [dataDir, filler] = [join(disk, 'data'), join(disk, 'filler')];
/** Bytes left on the disk; less than another segment of the write-ahead log. */
const LEFT = 4 * 1024 * 1024;
/** A row has a few kilobytes that hardly compress, so the disk is soon full. */
const MOST_ROWS = 20_000;

const commit = ({ kysely }: Db<unknown>, n: number) =>
  sql`insert into acknowledged select ${n}, string_agg(md5(random()::text), '') from generate_series(1, 200)`.execute(
    kysely,
  );

async function commitUntilFull(db: Db<unknown>): Promise<{ acknowledged: number; isUnavailable: boolean }> {
  let acknowledged = 0;
  try {
    for (; acknowledged < MOST_ROWS; acknowledged += 1) await commit(db, acknowledged);
  } catch (error) {
    return { acknowledged, isUnavailable: error instanceof UnavailableError };
  }
  return { acknowledged, isUnavailable: false };
}

await cp(template, dataDir, { recursive: true });
const db = await connect<unknown>({ dataDir, clock: systemClock });
await sql`create table acknowledged (n int primary key, filler text not null)`.execute(db.kysely);
await fillDisk(filler, LEFT);
const full = await commitUntilFull(db);
await db.close().catch(() => {});
await rm(filler);

const again = await connect<unknown>({ dataDir, clock: systemClock });
const { rows } = await sql<{ n: number }>`select n from acknowledged order by n`.execute(again.kysely);
await commit(again, -1);
await again.close();
process.stdout.write(JSON.stringify({ ...full, kept: rows.map(({ n }) => n) }));
