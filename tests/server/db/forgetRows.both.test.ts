import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { forgetRows } from '#server/db/forgetRows.ts';
import { taskJobs } from '#server/jobs/jobQueue.ts';
import { newMerchant } from '#tests/server/ledger/anyEvents.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const OLD = new Date('2026-11-20T04:00:00Z');
const NEW = new Date('2026-11-21T04:00:00Z');
const isOld = sql<boolean>`old.due_at <= ${OLD}`;

describe.each(EITHER_DATABASE)('forgetting rows on the %s database', (kind) => {
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  beforeAll(async () => {
    database = await migratedDatabase(kind);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await sql`delete from task_jobs`.execute(database.db.kysely);
  });
  afterAll(() => database.remove());

  async function merchantWith(rows: number, at: Date): Promise<string> {
    const merchantId = await newMerchant(database.db);
    const ids = Array.from({ length: rows }, () => crypto.randomUUID());
    await database.db.transaction((tx) => taskJobs.add(tx, merchantId, ids, at));
    return merchantId;
  }

  it('deletes all old rows of all merchants, and no others', async () => {
    const { kysely } = database.db;
    for (const rows of [2_001, 1_000, 1]) await merchantWith(rows, OLD);
    const kept = await merchantWith(3, NEW);
    expect(await forgetRows({ kysely }, 'task_jobs', { key: ['task_id'], isOld })).toBe(3_002);
    const { rows } = await sql`select distinct merchant_id from task_jobs`.execute(kysely);
    expect(rows).toEqual([{ merchant_id: kept }]);
    expect(await forgetRows({ kysely }, 'task_jobs', { key: ['task_id'], isOld })).toBe(0);
  });

  it('deletes a thousand rows of a merchant per statement', async () => {
    const { kysely } = database.db;
    await merchantWith(1_500, OLD);
    const deleted: (bigint | undefined)[] = [];
    const counting = kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => (deleted.push(result.numAffectedRows), result),
    });
    await forgetRows({ kysely: counting }, 'task_jobs', { key: ['task_id'], isOld });
    expect(deleted.slice(1)).toEqual([1_000n, 500n]);
  });
});
