import { randomUUID } from 'node:crypto';
import { addHours } from 'date-fns/addHours';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/db/schema.ts';
import { scheduleJobs } from '#server/jobs/jobQueue.ts';
import { CITUS_URL } from '#tests/support/citus.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';

const TENANT = randomUUID();
const NOW = new Date('2026-11-30T12:00:00Z');
const DUE = 400;

const planSchema = z.object({
  'Relation Name': z.string().optional(),
  'Node Type': z.string(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  get Plans() {
    return z.array(planSchema).default([]);
  },
});
type Plan = z.infer<typeof planSchema>;

/** Rows that the scans of a plan have read. */
function readBy({ Plans, ...node }: Plan): number {
  const isScan = node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan');
  const own = isScan ? (node['Actual Rows'] + node['Rows Removed by Filter']) * node['Actual Loops'] : 0;
  return Plans.reduce((sum, plan) => sum + readBy(plan), own);
}

let test: TestDatabase<Database>;
beforeAll(async () => {
  test = await migratedDatabase('postgres');
});
afterAll(() => test.remove());

const run = (text: string) => sql.raw(text).execute(test.db.kysely);
const fill = (jobs: number, due: Date) =>
  run(`insert into schedule_jobs (merchant_id, schedule_id, due_at)
    select '${TENANT}', gen_random_uuid(), '${due.toISOString()}' from generate_series(1, ${jobs}) n`);

it.skipIf(CITUS_URL !== undefined)(
  'a claim reads each job twice at most, also by a plan that was made for a queue that was nearly empty',
  async () => {
    await run('alter table schedule_jobs set (autovacuum_enabled = false)');
    await fill(5_000, addHours(NOW, 1));
    await run('delete from schedule_jobs where schedule_id not in (select schedule_id from schedule_jobs limit 2)');
    await run('analyze schedule_jobs');
    await fill(DUE, NOW);

    const single = vi.spyOn(test.db, 'single');
    const claimed = await scheduleJobs.claim(test.db, { merchantId: TENANT, now: NOW, until: NOW, most: 48 });
    expect(claimed).toHaveLength(48);
    const [text = '', parameters = []] = single.mock.calls[0] ?? [];
    const [row] = await test.db.single<{ 'QUERY PLAN': unknown }>(`explain (analyze, format json) ${text}`, parameters);
    const [{ Plan: plan }] = z.tuple([z.object({ Plan: planSchema })]).parse(row?.['QUERY PLAN']);
    expect(readBy(plan)).toBeLessThanOrEqual(2 * (DUE + 2));
  },
);
