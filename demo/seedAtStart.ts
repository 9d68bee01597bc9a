import { formatCount } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import { hashPassword } from '#server/crypto/password.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import type { Opened } from '#server/process/open.ts';
import { seedDemo } from './seedDemo.ts';

/** Orders and seed of the demo that `npm start` creates. */
export const DEFAULT_SEED = { seed: 2026, orders: 20_000 };

/**
 * Creates the demo's data at the first start, or resumes an interrupted seeding. No-op if it is complete.
 * @param log receives the result; null to print the progress to the terminal
 */
export async function seedAtStart({ db, cipher }: Opened, clock: Clock, log: DbLog | null = null): Promise<void> {
  const outcome = await seedDemo(db, {
    ...DEFAULT_SEED,
    now: clock.now(),
    existing: 'keep',
    hashPassword,
    cipher,
    onProgress: log ? () => {} : printProgress,
  });
  if (outcome === 'present') return;
  if (log) log.info({ orders: DEFAULT_SEED.orders }, 'Created the demo data');
  else process.stdout.write('\n');
  await db.maintain();
}

/** Prints a line that overwrites itself. */
export function printProgress(done: number, total: number): void {
  const percent = Math.floor((done / total) * 100);
  process.stdout.write(`\rCreating demo data: ${formatCount(done)} of ${formatCount(total)} orders, ${percent} %`);
}
