import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';

// A process of the crash test. Commits one row after the other and prints the number of each acknowledged one,
// immediately and unbuffered, until it is killed. Arguments: data folder, first number.
const [dataDir = '', first = '0'] = process.argv.slice(2);
const db = await connect<unknown>({ dataDir, clock: systemClock });
await sql`create table if not exists acknowledged (n int primary key, filler text not null)`.execute(db.kysely);
for (let n = Number(first); ; n += 1) {
  await db.transaction((tx) => sql`insert into acknowledged values (${n}, ${'x'.repeat(500)})`.execute(tx));
  writeSync(1, `${n}\n`);
}
