import { parseArgs } from 'node:util';
import { systemClock } from '#server/clock.ts';
import { findByUsername, unlockSignIn } from '#server/modules/users/unlockSignIn.ts';
import { UsageError } from '@merchant-console/declaration/node';
import { COMMAND_LINE, onDatabaseAsIs, runCommand } from './commandLine.ts';

/** `npm run sign-in:unlock -- <username>`: ends the locks that failed sign-ins have caused for a user. */
async function unlock(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [username] = positionals;
  if (username === undefined || positionals.length > 1) {
    throw new UsageError('Usage: npm run sign-in:unlock -- <username>');
  }
  await onDatabaseAsIs(async (db) => {
    const user = await findByUsername(db.kysely, username);
    if (!user) throw new UsageError(`There is no user ${username}.`);
    const name = await db.transaction((tx) => unlockSignIn(tx, COMMAND_LINE, user, systemClock.now()));
    process.stdout.write(`${name} can sign in from any device again, unless new attempts fail.\n`);
  });
}

runCommand(unlock);
