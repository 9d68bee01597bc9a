import { formatCount } from '#shared/format/numbers.ts';
import type { Clock } from '#server/clock.ts';
import { hashPassword } from '#server/crypto/password.ts';
import type { Opened } from '#server/open.ts';
import { seedDemo } from './seedDemo.ts';

/** Orders and seed number of the demo that `npm start` makes. */
export const DEFAULT_SEED = { seed: 2026, orders: 20_000 };

/** Makes the demo's data at the first start, or goes on with it; later starts find it there. */
export async function seedAtStart({ db, cipher }: Opened, clock: Clock): Promise<void> {
  const onProgress = progressLine('Making demo data');
  const outcome = await seedDemo(db, {
    ...DEFAULT_SEED,
    now: clock.now(),
    existing: 'keep',
    hashPassword,
    encrypt: cipher.encrypt,
    onProgress,
  });
  if (outcome === 'present') return;
  process.stdout.write('\n');
  await db.maintain();
}

/** A line that is written over itself as the work goes on. */
export function progressLine(title: string): (done: number, total: number) => void {
  return (done, total) => {
    const percent = Math.floor((done / total) * 100);
    process.stdout.write(`\r${title}: ${formatCount(done)} of ${formatCount(total)} orders, ${percent} %`);
  };
}
