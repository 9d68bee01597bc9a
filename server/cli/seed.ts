import { parseArgs } from 'node:util';
import { z } from 'zod';
import { systemClock } from '#server/clock.ts';
import { hashPassword } from '#server/crypto/password.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { DEFAULT_SEED, printProgress } from '#demo/seedAtStart.ts';
import { seedDemo } from '#demo/seedDemo.ts';
import { readConfig } from '#server/process/config.ts';
import { open } from '#server/process/open.ts';
import { explain } from '#server/process/startProblem.ts';

/** Thrown if the arguments or the environment don't allow seeding. */
class SeedUsageError extends Error {
  override readonly name = 'SeedUsageError';
}

const USAGE = 'Usage: npm run seed -- [--orders 1 to 10000000] [--seed 0 to 4294967295]';

const argumentsSchema = z.object({
  orders: z.coerce.number<string>().int().min(1).max(10_000_000).optional(),
  seed: z.coerce.number<string>().int().min(0).max(4_294_967_295).optional(),
});

/**
 * `npm run seed`: fills an empty database with demo data. With `--orders` or `--seed`, also replaces a demo of other
 * parameters, unless users have worked with it since.
 */
async function seed(): Promise<void> {
  const wanted = readArguments();
  const config = readConfig(process.env);
  if (!config.demo) {
    throw new SeedUsageError(
      "The demo's passwords are public, so no demo data is created with DEMO=0 or NODE_ENV=production",
    );
  }
  const { db, cipher, close } = await open(config, systemClock, silentLog);
  try {
    const began = systemClock.now();
    const outcome = await seedDemo(db, {
      ...DEFAULT_SEED,
      ...wanted,
      now: began,
      existing: Object.keys(wanted).length > 0 ? 'replace' : 'keep',
      hashPassword,
      cipher,
      onProgress: printProgress,
    });
    if (outcome === 'seeded') await db.maintain();
    const seconds = (systemClock.now().getTime() - began.getTime()) / 1000;
    process.stdout.write(
      outcome === 'present' ? 'The demo data already exists.\n' : `\nDone in ${seconds.toFixed(1)} s.\n`,
    );
  } finally {
    await close();
  }
}

/** @throws {SeedUsageError} if an argument is invalid */
function readArguments(): { orders?: number; seed?: number } {
  const options = { orders: { type: 'string' }, seed: { type: 'string' } } as const;
  try {
    const { orders, seed: number } = argumentsSchema.parse(parseArgs({ options }).values);
    return { ...(orders === undefined ? {} : { orders }), ...(number === undefined ? {} : { seed: number }) };
  } catch {
    throw new SeedUsageError(USAGE);
  }
}

seed().catch((error: unknown) => {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exit(1);
});
