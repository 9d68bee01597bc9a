import { formatCount } from '#shared/format/numbers.ts';
import type { Clock } from '#server/clock.ts';
import { hashPassword } from '#server/crypto/password.ts';
import type { Opened } from '#server/process/open.ts';
import { seedDemo } from './seedDemo.ts';

/** Orders and seed of the demo that `npm start` creates. */
export const DEFAULT_SEED = { seed: 2026, orders: 20_000 };

/** Creates the demo's data at the first start, or resumes an interrupted seeding. No-op if it is complete. */
export async function seedAtStart({ db, cipher }: Opened, clock: Clock): Promise<void> {
  const onProgress = progressLine('Creating demo data');
  const outcome = await seedDemo(db, {
    ...DEFAULT_SEED,
    now: clock.now(),
    existing: 'keep',
    hashPassword,
    cipher,
    onProgress,
  });
  if (outcome === 'present') return;
  process.stdout.write('\n');
  await db.maintain();
}

/** A progress line that overwrites itself. */
export function progressLine(title: string): (done: number, total: number) => void {
  return (done, total) => {
    const percent = Math.floor((done / total) * 100);
    process.stdout.write(`\r${title}: ${formatCount(done)} of ${formatCount(total)} orders, ${percent} %`);
  };
}
