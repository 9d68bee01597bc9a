import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NOTIFY_TRIES } from '#shared/contract/notifyAttempts.ts';
import { sign } from '#shared/gateway/sign.ts';
import { signatureBase } from '#shared/gateway/signatureBase.ts';
import type { Database } from '#server/db/schema.ts';
import { demoKey } from '#demo/createTenants.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { seededDatabase, seedOptions } from './seededDatabase.ts';

/** A row's notification status, and its attempts and jobs. */
interface ToldRow {
  notify_status: string;
  is_told: boolean;
  is_kept: boolean;
  attempts: number;
  last_number: number | null;
  last_result: string | null;
  delivered: number;
  last_at: Date | null;
  due_at: Date | null;
  polls: number | null;
}

const { now } = seedOptions();

describe('the demo', () => {
  let database: TestDatabase<Database>;

  beforeAll(async () => {
    database = await seededDatabase(USUAL_DATABASE, { orders: 2_000, stepsPerChunk: 100 });
  });
  afterAll(() => database.remove());

  async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return (await query.execute(database.db.kysely)).rows;
  }

  it.each(['orders', 'payouts'] as const)(
    'has a notification status for each of the %s that matches its attempts and the next one',
    async (table) => {
      const told = await rows(sql<ToldRow>`
      select r.notify_status, r.notify_url is not null and r.status in ('success', 'failed', 'closed') as is_told,
        r.updated_at >= ${now}::timestamptz - interval '90 days' as is_kept,
        coalesce(count(a.number), 0)::integer as attempts, max(a.number) as last_number,
        (array_agg(a.result order by a.number desc))[1] as last_result,
        count(*) filter (where a.result = 'delivered')::integer as delivered, max(a.at) as last_at,
        (select due_at from notify_jobs j where j.merchant_id = r.merchant_id and j.record_id = r.id) as due_at,
        (select polls from notify_jobs j where j.merchant_id = r.merchant_id and j.record_id = r.id) as polls
      from ${sql.table(table)} r
      left join notify_attempts a on a.merchant_id = r.merchant_id and a.record_id = r.id and a.resource = ${table}
      group by r.merchant_id, r.id`);
      for (const row of told) {
        expect(row.notify_status === 'none').toBe(!row.is_told);
        expect(row.last_at === null || row.last_at <= now).toBe(true);
        if (row.notify_status === 'pending') {
          expect(row).toMatchObject({ delivered: 0, polls: row.attempts });
          expect(row.due_at !== null && row.due_at > now).toBe(true);
          continue;
        }
        expect(row.due_at).toBeNull();
        if (row.notify_status === 'none' || !row.is_kept)
          expect(row.notify_status === 'none' ? row.attempts : 0).toBe(0);
        else if (row.notify_status === 'delivered')
          expect(row).toMatchObject({ last_result: 'delivered', delivered: 1 });
        else expect(row).toMatchObject({ notify_status: 'failed', delivered: 0, last_number: NOTIFY_TRIES });
      }
      const statuses = new Set(told.map(({ notify_status }) => notify_status));
      expect(told.filter(({ attempts }) => attempts > 0).length).toBeGreaterThan(told.length / 6);
      expect(statuses.size).toBeGreaterThan(1);
      expect(statuses).toContain('delivered');
    },
  );

  it('has signed its notifications with the key of the merchant', async () => {
    const posts = await rows(sql<{ request_body: string; merchant_no: string }>`
      select request_body, merchant_no from notify_attempts join merchants using (merchant_id) limit 50`);
    for (const { request_body, merchant_no } of posts) {
      const { sign: signature, ...body } = z.record(z.string(), z.string().nullable()).parse(JSON.parse(request_body));
      const parameters = Object.entries(body).flatMap(([name, value]) =>
        value === null ? [] : [[name, value] as const],
      );
      expect(signature).toBe(sign(signatureBase(parameters), demoKey(seedOptions().seed, merchant_no), 'HMAC-SHA256'));
    }
    expect(posts).toHaveLength(50);
  });
});
