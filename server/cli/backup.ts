import { resolve } from 'node:path';
import { systemClock } from '#server/clock.ts';
import { backUpEmbedded, restoreEmbedded } from '#server/db/embedded/backup.ts';
import { readConfig } from '#server/process/config.ts';
import { explain } from '#server/process/startProblem.ts';
import { UsageError } from '@merchant-console/declaration/node';

const USAGE = 'Usage: npm run backup -- <new file>, or npm run restore -- <file>';
const OF_POSTGRES = `This database is on PostgreSQL, whose own tools make backups of it while the server runs:
  pg_dump --format=custom --file=console.dump "$DATABASE_URL"
  pg_restore --no-owner --exit-on-error --single-transaction --dbname="$NEW_DATABASE_URL" console.dump
See docs/backups.md.`;

/** `npm run backup` and `npm run restore`: saves the embedded database as one file, and restores it. */
async function main([command, file]: string[]): Promise<void> {
  if (file === undefined || (command !== 'backup' && command !== 'restore')) throw new UsageError(USAGE);
  const { databaseUrl, dataDir } = readConfig({ ...process.env, DEMO: '0' });
  if (databaseUrl !== null) throw new UsageError(OF_POSTGRES);
  const deps = { dataDir, file: resolve(file), clock: systemClock };
  if (command === 'backup') {
    await backUpEmbedded(deps);
    process.stdout.write(
      `Backed up to ${file}. The backup does not contain the data key: keep a copy of the key elsewhere.\n`,
    );
  } else {
    await restoreEmbedded(deps);
    process.stdout.write(
      `Restored to ${dataDir}. The server needs the data key of the original database, in DATA_KEY or data.key.\n`,
    );
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
