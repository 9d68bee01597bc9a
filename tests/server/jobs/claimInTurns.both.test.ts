import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { PostgresSession } from '#server/db/postgres/PostgresSession.ts';
import { claimInTurns, type Source } from '#server/jobs/claimInTurns.ts';
import { type Claim, type Job, taskJobs } from '#server/jobs/jobQueue.ts';
import { newMerchant } from '#tests/server/ledger/anyEvents.ts';
import { holdLock } from '#tests/support/heldLock.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const NOW = new Date('2026-11-20T04:00:00Z');
const UNTIL = new Date('2026-11-20T04:01:00Z');
const EARLIER = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const asked = { now: NOW, until: UNTIL, placesOf: () => Infinity };

afterEach(() => {
  vi.restoreAllMocks();
});

/** A queue in memory. @param dues number of jobs of each tenant, which are named `0`, `1` …, the longest due first */
function memoryQueue(dues: readonly number[]) {
  const left = new Map(dues.map((due, tenant) => [String(tenant), due]));
  const queue: Source = {
    dueTenants: vi.fn(async () =>
      [...left].flatMap(([tenant, due]) => (due > 0 ? [{ merchant_id: tenant, due }] : [])),
    ),
    claim: vi.fn(async ({ merchantId, most }: Claim) => {
      const due = left.get(merchantId) ?? 0;
      const taken = Math.min(due, most);
      left.set(merchantId, due - taken);
      return Array.from({ length: taken }, (_, place): Job => {
        return { merchant_id: merchantId, id: `${merchantId} ${due - place}`, due_at: UNTIL, polls: 0 };
      });
    }),
  };
  return { queue, left };
}

const tasksOf = (db: Db): Source => ({
  dueTenants: (now) => taskJobs.dueTenants(db, now),
  claim: (of) => taskJobs.claim(db, of),
});
const tenantsOf = (jobs: readonly Job[]) => jobs.map(({ merchant_id }) => Number(merchant_id));

describe('claiming in turns', () => {
  it('claims as many jobs as asked for, or all for which there are places, each once', async () => {
    const steps = fc.array(fc.record({ most: fc.integer({ min: 1, max: 80 }), others: fc.nat(6) }), { maxLength: 8 });
    const dues = fc.array(fc.nat(30), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(dues, fc.integer({ min: 1, max: 40 }), steps, async (given, ofTenant, claims) => {
        const { queue, left } = memoryQueue(given);
        const claim = claimInTurns(queue);
        const ids: string[] = [];
        for (const { most, others } of claims) {
          // Another worker takes jobs of a listed tenant.
          const robbed = String(others);
          left.set(robbed, Math.max(0, (left.get(robbed) ?? 0) - others));
          const open = [...left.values()].reduce((sum, due) => sum + Math.min(due, ofTenant), 0);
          const { jobs } = await claim({ ...asked, most, placesOf: () => ofTenant });
          expect(jobs).toHaveLength(Math.min(most, open));
          for (const tenant of new Set(tenantsOf(jobs))) {
            expect(tenantsOf(jobs).filter((one) => one === tenant).length).toBeLessThanOrEqual(ofTenant);
          }
          ids.push(...jobs.map(({ id }) => id));
        }
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('gives each tenant a turn before the first has another', async () => {
    const { queue } = memoryQueue(Array.from({ length: 40 }, (_, tenant) => (tenant === 0 ? 100_000 : 50)));
    const claim = claimInTurns(queue);
    const claimed: number[] = [];
    for (let claims = 0; claims < 5; claims += 1)
      claimed.push(...tenantsOf((await claim({ ...asked, most: 16 })).jobs));
    const twice = [...Array.from({ length: 40 }).keys(), ...Array.from({ length: 40 }).keys()];
    expect(claimed).toEqual(twice);
    expect(queue.dueTenants).toHaveBeenCalledTimes(1);
  });

  it.each([
    { dues: [1_000, 1, 1], most: 64, turns: [62, 1, 1] },
    { dues: Array.from({ length: 100 }, () => 20), most: 64, turns: Array.from({ length: 16 }, () => 4) },
    { dues: Array.from({ length: 100 }, () => 1), most: 64, turns: Array.from({ length: 64 }, () => 1) },
    { dues: [3, 50, 50], most: 16, turns: [3, 7, 6] },
  ])('asks few tenants for all that they may have: $most of $dues', async ({ dues, most, turns }) => {
    const { queue } = memoryQueue(dues);
    await claimInTurns(queue)({ ...asked, most });
    expect(vi.mocked(queue.claim).mock.calls.map(([of]) => of.most)).toEqual(turns);
  });

  it('lists the tenants again when none has a job left, or after half a second', async () => {
    const { queue, left } = memoryQueue([1_000, 0]);
    const time = vi.spyOn(performance, 'now').mockReturnValue(0);
    const claim = claimInTurns(queue);
    await claim({ ...asked, most: 8 });
    left.set('1', 5);
    time.mockReturnValue(499);
    expect(tenantsOf((await claim({ ...asked, most: 8 })).jobs)).not.toContain(1);
    time.mockReturnValue(500);
    expect(tenantsOf((await claim({ ...asked, most: 8 })).jobs)).toContain(1);
    expect(queue.dueTenants).toHaveBeenCalledTimes(2);
    await claim({ ...asked, most: 2_000 });
    left.set('1', 1);
    expect(tenantsOf((await claim({ ...asked, most: 8 })).jobs)).toEqual([1]);
  });

  it('lists the tenants of a deep queue less often', async () => {
    const { queue } = memoryQueue([1_000]);
    const list = queue.dueTenants;
    const time = vi.spyOn(performance, 'now').mockReturnValue(0);
    queue.dueTenants = vi.fn((now: Date) => (time.mockReturnValue(200), list(now)));
    const claim = claimInTurns(queue);
    await claim({ ...asked, most: 8 });
    time.mockReturnValue(2_199);
    await claim({ ...asked, most: 8 });
    expect(queue.dueTenants).toHaveBeenCalledTimes(1);
    time.mockReturnValue(2_200);
    await claim({ ...asked, most: 8 });
    expect(queue.dueTenants).toHaveBeenCalledTimes(2);
  });

  it('returns the jobs of the other tenants if those of one can’t be claimed', async () => {
    const { queue } = memoryQueue([1, 1, 1]);
    const working = queue.claim;
    const lost = new Error('its node is down');
    queue.claim = (of) => (of.merchantId === '1' ? Promise.reject(lost) : working(of));
    const { jobs, problem } = await claimInTurns(queue)({ ...asked, most: 8 });
    expect(tenantsOf(jobs)).toEqual([0, 2]);
    expect(problem).toBe(lost);
    await expect(claimInTurns(queue)({ ...asked, most: 8 })).rejects.toBe(lost);
  });
});

describe.each(EITHER_DATABASE)('on the %s database', (kind) => {
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  const tenants: string[] = [];
  beforeAll(async () => {
    database = await migratedDatabase(kind);
    for (let made = 0; made < 20; made += 1) tenants.push(await newMerchant(database.db));
  });
  afterEach(async () => {
    await sql`delete from task_jobs`.execute(database.db.kysely);
  });
  afterAll(() => database.remove());

  /** @param due number of seconds that each job has been due for */
  async function add(tenant: string, due: readonly number[]): Promise<string[]> {
    const jobs = due.map((seconds) => ({ id: crypto.randomUUID(), seconds }));
    await database.db.transaction(async (tx) => {
      for (const { id, seconds } of jobs) await taskJobs.add(tx, tenant, [id], EARLIER(seconds));
    });
    return jobs.map(({ id }) => id);
  }

  it('lists tenants with due jobs, the longest due first', async () => {
    const { db } = database;
    const [one = '', two = '', later = ''] = tenants;
    await add(one, [10, 30, -10]);
    await add(two, [1, 40]);
    await add(later, [-1]);
    const due = [
      { merchant_id: two, due: 2 },
      { merchant_id: one, due: 2 },
    ];
    expect(await taskJobs.dueTenants(db, NOW)).toEqual(due);
  });

  it('claims those of a tenant that are longest due, and hides them', async () => {
    const { db } = database;
    const [one = '', two = ''] = tenants;
    const [, oldest = '', older = ''] = await add(one, [10, 30, 20, -10]);
    await add(two, [40]);
    const claimed = await taskJobs.claim(db, { merchantId: one, now: NOW, until: UNTIL, most: 2 });
    expect(claimed.map(({ id }) => id).toSorted()).toEqual([oldest, older].toSorted());
    expect(claimed.every(({ due_at }) => due_at.getTime() === UNTIL.getTime())).toBe(true);
    expect(await taskJobs.claim(db, { merchantId: one, now: NOW, until: UNTIL, most: 5 })).toHaveLength(1);
    expect(await taskJobs.dueTenants(db, NOW)).toEqual([{ merchant_id: two, due: 1 }]);
  });

  it('asks the database once if nothing is due', async () => {
    const { db } = database;
    await add(tenants[0] ?? '', [-10]);
    const single = vi.spyOn(db, 'single');
    expect(await claimInTurns(tasksOf(db))({ ...asked, most: 64 })).toEqual({ jobs: [] });
    expect(single).toHaveBeenCalledTimes(1);
  });

  it('gives several workers different jobs, all of them', async () => {
    const { db } = database;
    const ids: string[] = [];
    for (const [index, tenant] of tenants.entries()) {
      ids.push(
        ...(await add(
          tenant,
          Array.from({ length: index === 0 ? 200 : 5 }, (_, job) => job + index),
        )),
      );
    }
    const claimed: string[][] = [[], []];
    await Promise.all(
      claimed.map(async (own) => {
        const claim = claimInTurns(tasksOf(db));
        for (;;) {
          const { jobs } = await claim({ ...asked, most: 8 });
          own.push(...jobs.map(({ id }) => id));
          if (jobs.length === 0) return;
        }
      }),
    );
    expect(claimed.flat().toSorted()).toEqual(ids.toSorted());
    expect(claimed.every((own) => own.length > 0)).toBe(true);
  });
});

describe('on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  beforeAll(async () => {
    database = await migratedDatabase('postgres');
  });
  afterAll(() => database.remove());

  it('lists in one round trip, claims the jobs of 16 tenants in another, and skips locked ones', async () => {
    const { db } = database;
    const tenants: string[] = [];
    const jobs: string[] = [];
    for (let made = 0; made < 16; made += 1) {
      const [tenant, own] = [await newMerchant(db), [crypto.randomUUID(), crypto.randomUUID()]];
      await db.transaction((tx) => taskJobs.add(tx, tenant, own, EARLIER(1)));
      tenants.push(tenant);
      jobs.push(...own);
    }
    const [[tenant], [locked]] = [tenants, jobs];
    const locking = sql`select 1 from task_jobs where merchant_id = ${tenant} and task_id = ${locked} for update`;
    const release = await holdLock(db, locking);
    const messages = vi.spyOn(PostgresSession.prototype, 'singles');
    const claim = claimInTurns(tasksOf(db));
    const { jobs: claimed } = await claim({ ...asked, most: 32 });
    expect(claimed.map(({ id }) => id).toSorted()).toEqual(jobs.slice(1).toSorted());
    expect(messages.mock.calls.map(([statements]) => statements.length)).toEqual([1, 16]);
    await release();
    expect((await claim({ ...asked, most: 32 })).jobs.map(({ id }) => id)).toEqual([locked]);
  });
});
