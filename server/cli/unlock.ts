import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '#server/clock.ts';
import { FolderInUseError, unlockFolder } from '#server/db/embedded/lock.ts';

/** `npm run unlock -- <folder>`: removes the lock that a process of another computer left on a data folder. */
async function main([folder]: string[]): Promise<void> {
  if (folder === undefined) throw new Error('Usage: npm run unlock -- <folder>');
  if (!existsSync(folder)) throw new Error(`The folder ${folder} doesn't exist.`);
  const holder = await unlockFolder(resolve(folder), { clock: systemClock });
  if (holder === null) console.log("The folder wasn't locked.");
  else if (holder === 'unreadable') console.log('Removed a damaged lock.');
  else console.log(`Removed the lock of process ${holder.pid} on ${holder.hostname}, created ${holder.locked_at}.`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof FolderInUseError ? 2 : 1;
});
