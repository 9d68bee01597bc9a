import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAmount, isoScale } from '@merchant-console/declaration';
import { verifyChain } from '#server/audit/verifyChain.ts';
import type { Database } from '#server/db/schema.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { seededDatabase, seedOptions } from './seededDatabase.ts';

const { now } = seedOptions();

/** Few orders, because even the smallest demo must contain each status. */
describe("the demo's requests", () => {
  let database: TestDatabase<Database>;

  beforeAll(async () => {
    database = await seededDatabase(USUAL_DATABASE, { orders: 300, stepsPerChunk: 50 });
  });
  afterAll(() => database.remove());

  async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return (await query.execute(database.db.kysely)).rows;
  }
  const count = async (what: ReturnType<typeof sql>) => {
    const [row] = await rows(sql<{ count: bigint }>`select count(*) as count from ${what}`);
    return Number(row?.count);
  };

  it('violate no rule of the ledger', async () => {
    expect(await findViolations(database.db)).toEqual([]);
  });

  it('have audit entries, each in the log of its tenant, whose chain is intact', async () => {
    const logs = await database.db.kysely.selectFrom('audit_heads').select('merchant_id').execute();
    expect(logs.length).toBeGreaterThan(5);
    for (const { merchant_id } of logs) expect(await verifyChain(database.db, merchant_id)).toBe(null);
    const requests = ['deposits', 'withdrawals', 'payment_requests', 'adjustments', 'batch_transfers', 'refunds'];
    for (const table of [...requests, 'bankcards', 'payees']) {
      const untold = await count(sql`${sql.table(table)} r where not exists (select from audit_logs a
        where a.merchant_id = r.merchant_id and a.resource = ${table} and a.record_id = r.id::text)`);
      expect([table, untold]).toEqual([table, 0]);
    }
  });

  it('give the reason of a failed withdrawal when it failed, not when it was approved', async () => {
    const told = await rows(sql<{ action: string }>`select distinct action from audit_logs
      where resource = 'withdrawals' and jsonb_exists(after, 'reject_reason')`);
    expect(told.map(({ action }) => action).toSorted()).toEqual(['withdrawals.fail', 'withdrawals.reject']);
  });

  it.each(['bankcards', 'payees'])('tell who added and who disabled the %s', async (table) => {
    const found = await rows(sql<{ status: string; actions: string; last: Date; updated_at: Date; actor: string }>`
      select r.status, string_agg(a.action, ', ' order by a.seq) as actions, max(a.at) as last, r.updated_at,
        min(a.actor_name) as actor
      from ${sql.table(table)} r join merchants m using (merchant_id)
      join audit_logs a on a.merchant_id = r.merchant_id and a.resource = ${table} and a.record_id = r.id::text
      where m.merchant_no = 'M100001' group by r.id, r.status, r.updated_at`);
    expect(found.length).toBeGreaterThan(2);
    for (const { status, actions, last, updated_at, actor } of found) {
      expect(actions).toBe(status === 'enabled' ? `${table}.create` : `${table}.create, ${table}.disable`);
      expect([last, actor]).toEqual([updated_at, expect.any(String)]);
    }
  });

  it('have batches whose amounts as typed are those of their rows', async () => {
    const items = await database.db.kysely
      .selectFrom('batch_transfer_items')
      .select(['amount', 'amount_text', 'currency'])
      .execute();
    expect(items.length).toBeGreaterThan(20);
    for (const { amount, amount_text, currency } of items) {
      expect(parseAmount(amount_text ?? '', isoScale(currency))).toEqual({ ok: true, minor: String(amount) });
    }
  });

  it('include every possible status', async () => {
    const states = {
      deposits: ['pass', 'pending_payment', 'reject'],
      withdrawals: ['cancelled', 'failed', 'pending', 'processing', 'rejected', 'success'],
      payment_requests: ['cancelled', 'pass', 'pending', 'reject'],
      batch_transfers: ['discarded', 'done', 'draft', 'failed', 'partly_failed', 'processing', 'submitted'],
      batch_transfer_items: ['failed', 'invalid', 'queued', 'success', 'valid'],
      bankcards: ['disabled', 'enabled'],
      payees: ['disabled', 'enabled'],
      adjustments: ['pass', 'pending', 'reject'],
      payouts: ['failed', 'pending', 'processing', 'success'],
      users: ['disabled', 'enabled', 'invited'],
    };
    for (const [table, expected] of Object.entries(states)) {
      const found = await rows(sql<{ status: string }>`select distinct t.status from ${sql.table(table)} t
        join merchants m using (merchant_id) where m.merchant_no = 'M100001' order by status`);
      expect([table, ...found.map(({ status }) => status)]).toEqual([table, ...expected]);
    }
    expect(await count(sql`bankcards where usable_at > ${now}`)).toBeGreaterThan(0);
    expect(await count(sql`payees where usable_at > ${now}`)).toBeGreaterThan(0);
    expect(await count(sql`v_payees where last_paid_at is not null`)).toBeGreaterThan(0);
  });

  it('have moved money according to their statuses', async () => {
    const booked = await rows(
      sql<{
        status: string;
        events: string;
      }>`select status, coalesce(string_agg(event, ', ' order by t.created_at), '') as events
        from (
          select merchant_id, id, 'deposit ' || status as status from deposits
          union all select merchant_id, id, 'withdrawal ' || status from withdrawals
          union all select merchant_id, id, 'adjustment ' || status from adjustments
        ) request left join ledger_transactions t on t.merchant_id = request.merchant_id and t.business_id = request.id
        group by request.merchant_id, request.id, status`,
    );
    const expected: Record<string, string> = {
      'deposit pass': 'deposit_passed',
      'withdrawal pending': 'withdrawal_frozen',
      'withdrawal processing': 'withdrawal_frozen',
      'withdrawal success': 'withdrawal_frozen, withdrawal_succeeded',
      'withdrawal failed': 'withdrawal_frozen, withdrawal_released',
      'withdrawal rejected': 'withdrawal_frozen, withdrawal_released',
      'withdrawal cancelled': 'withdrawal_frozen, withdrawal_released',
      'adjustment pass': 'adjusted',
    };
    for (const { status, events } of booked) expect([status, events]).toEqual([status, expected[status] ?? '']);
    const kinds = new Set(booked.map(({ status }) => status));
    expect([...kinds]).toEqual(expect.arrayContaining(Object.keys(expected)));
  });

  it('have a payout for each passed payment and for each sent item', async () => {
    expect(
      await count(sql`payment_requests r left join payouts p on p.merchant_id = r.merchant_id and p.id = r.payout_id
        where (r.status = 'pass') <> (p.id is not null) or p.payment_request_id <> r.id or p.amount <> r.amount
          or p.source <> 'console'`),
    ).toBe(0);
    expect(
      await count(sql`batch_transfer_items i left join payouts p on p.merchant_id = i.merchant_id and p.id = i.payout_id
        where (i.status in ('queued', 'success', 'failed')) <> (p.id is not null) or p.batch_id <> i.batch_id
          or p.amount <> i.amount or p.fee <> i.fee or (i.status <> 'queued' and i.status <> p.status)
          or (i.status = 'queued' and p.status not in ('pending', 'processing'))`),
    ).toBe(0);
  });

  it('match the totals of their batches', async () => {
    const wrong = await count(sql`batch_transfers b join (
        select merchant_id, batch_id, count(*) as total, count(*) filter (where status = 'invalid') as invalid,
          count(*) filter (where status = 'success') as success, count(*) filter (where status = 'failed') as failed,
          coalesce(sum(amount) filter (where status <> 'invalid'), 0) as amount,
          coalesce(sum(fee) filter (where status <> 'invalid'), 0) as fee
        from batch_transfer_items group by merchant_id, batch_id
      ) i on i.merchant_id = b.merchant_id and i.batch_id = b.id
      where (b.total_count, b.invalid_count, b.success_count, b.failed_count, b.total_amount, b.total_fee)
        <> (i.total, i.invalid, i.success, i.failed, i.amount, i.fee)`);
    expect(wrong).toBe(0);
  });

  it('have a second approver above the threshold, and only there', async () => {
    const wrong = await count(sql`payment_requests r join merchants m using (merchant_id)
      where r.status = 'pass' and (r.amount > m.approval_threshold) <> (r.approver_id is not null)`);
    expect(wrong).toBe(0);
    expect(await count(sql`adjustments where status <> 'pending' and approver_id is null`)).toBe(0);
  });
});
