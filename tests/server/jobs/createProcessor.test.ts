import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { createProcessor, PROCESSOR_TIMES } from '#server/jobs/createProcessor.ts';
import { taskJobs } from '#server/jobs/jobQueue.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { TestClock } from '#tests/support/testClock.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';

const HOUR_MS = 3_600_000;
const JOBS = [1, 2, 3].map((n) => `019a0000-0000-7000-8000-00000000000${n}`);

describe('a processor', () => {
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
  });
  afterAll(() => database.remove());

  it('begins a tenant’s next job when one has ended, not only when it looks for due jobs again', async () => {
    const { db } = database;
    const clock = new TestClock();
    await db.transaction((tx) => taskJobs.add(tx, PLATFORM_ID, JOBS, clock.now()));
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    async function work({ id }: { id: string }) {
      begun.push(id);
      await new Promise<void>((resolve) => ends.push(resolve));
      return 'done' as const;
    }
    const times = { ...PROCESSOR_TIMES, atOnce: 4, ofTenant: 1, leaseMs: HOUR_MS, idleMs: HOUR_MS };
    const processor = createProcessor({ db, clock, log: silentLog }, { queue: taskJobs, subject: 'task', work }, times);
    processor.start();
    for (const job of JOBS.keys()) {
      await vi.waitFor(() => expect(begun).toHaveLength(job + 1), { timeout: 30_000 });
      ends[job]?.();
    }
    await processor.stop();
    expect(begun.toSorted()).toEqual(JOBS);
  });
});
