import { setImmediate as turn } from 'node:timers/promises';
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

  it.each([
    { due: 1, isAgain: false, behaviour: 'waits for more jobs after a claim that left places free' },
    { due: 4, isAgain: true, behaviour: 'claims again at once after a claim that took all places' },
    { due: 3, isAgain: true, behaviour: 'claims again at once after a claim that took all places of a tenant' },
  ])('$behaviour', async ({ due, isAgain }) => {
    const { db } = database;
    const jobs = Array.from({ length: due }, (_, n) => ({
      ...{ merchant_id: PLATFORM_ID, id: `job ${n}`, due_at: new Date(0), polls: 0 },
    }));
    const listed = [[{ merchant_id: PLATFORM_ID, due }]];
    const dueTenants = vi.fn(async () => listed.shift() ?? []);
    const queue = { ...taskJobs, dueTenants, claim: async () => jobs };
    const work = vi.fn(async () => 'done' as const);
    const times = { ...PROCESSOR_TIMES, atOnce: 4, ofTenant: 3, idleMs: HOUR_MS, gatherMs: HOUR_MS };
    const deps = { db, clock: new TestClock(), log: silentLog };
    const processor = createProcessor(deps, { queue, subject: 'task', work }, times);
    processor.start();
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(due));
    await turn();
    await turn();
    expect(dueTenants.mock.calls.length > 1).toBe(isAgain);
    await processor.stop();
  });
});
