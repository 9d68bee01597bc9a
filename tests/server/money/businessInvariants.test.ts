import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { seededDatabase } from '#tests/demo/seededDatabase.ts';

/** Statements that damage the data, those that repair it, and the rules that must detect the damage. */
const DAMAGES = [
  {
    damage: 'withdrawals that were paid and never booked as paid',
    broken: "update ledger_transactions set event = event || '?' where event = 'withdrawal_succeeded'",
    mended: "update ledger_transactions set event = rtrim(event, '?')",
    rules: ['I5'],
  },
  {
    damage: 'bookings under a number that is not their order’s',
    broken:
      "update ledger_transactions set business_order_no = business_order_no || '?' where event = 'deposit_passed'",
    mended: "update ledger_transactions set business_order_no = rtrim(business_order_no, '?')",
    rules: ['I8'],
  },
  {
    damage: 'bookings of orders that do not exist',
    broken: "update ledger_transactions set business_id = id where event = 'adjusted'",
    mended: `update ledger_transactions t set business_id = a.id from adjustments a
      where a.merchant_id = t.merchant_id and a.adjustment_no = t.business_order_no`,
    rules: ['I5', 'I8'],
  },
  ...['refunds', 'withdrawals', 'deposits', 'adjustments'].map((table) => ({
    damage: `bookings of ${table} that nobody is on record for`,
    broken: `update audit_logs set record_id = record_id || '?' where resource = '${table}'`,
    mended: "update audit_logs set record_id = rtrim(record_id, '?')",
    rules: ['I8'],
  })),
  {
    damage: 'orders that count a refund too much',
    broken: 'update orders set refunded_amount = refunded_amount - 1 where refunded_amount > 0',
    mended: `update orders o set refunded_amount = o.refunded_amount + 1
      where exists (select from refunds r where r.merchant_id = o.merchant_id and r.order_id = o.id and r.status = 'success')`,
    rules: ['I9'],
  },
  {
    damage: 'refunds that return more of a fee than was booked',
    broken:
      "update refunds set fee_returned = fee_returned + 1, debit_amount = debit_amount - 1 where status = 'success'",
    mended:
      "update refunds set fee_returned = fee_returned - 1, debit_amount = debit_amount + 1 where status = 'success'",
    rules: ['I9'],
  },
  {
    damage: 'payouts that are paid again although they were paid',
    broken: `update payment_requests r set repeats_payout_id =
      (select p.id from payouts p where p.merchant_id = r.merchant_id and p.status = 'success' order by p.id limit 1)
      where r.id in (select min(id::text)::uuid from payment_requests where status = 'pass' group by merchant_id)`,
    mended: `update payment_requests set repeats_payout_id = null where repeats_payout_id in
      (select id from payouts where status = 'success')`,
    rules: ['I10'],
  },
  {
    damage: 'batches that count one payout too many',
    broken: 'update batch_transfers set success_count = success_count + 1',
    mended: 'update batch_transfers set success_count = success_count - 1',
    rules: ['I6'],
  },
  {
    damage: 'batches whose items have other amounts',
    broken: "update batch_transfer_items set amount = amount + 1 where status = 'success'",
    mended: "update batch_transfer_items set amount = amount - 1 where status = 'success'",
    rules: ['I6'],
  },
];

/** Statuses of a table that have the same bookings. */
const ALIKE = [
  { table: 'payouts', statuses: ['pending', 'processing'] },
  { table: 'refunds', statuses: ['pending_approval', 'processing'] },
  { table: 'withdrawals', statuses: ['pending', 'processing'] },
  { table: 'withdrawals', statuses: ['failed', 'rejected', 'cancelled'] },
];

describe('orders and their bookings', () => {
  let database: TestDatabase<Database>;
  beforeAll(async () => {
    database = await seededDatabase(USUAL_DATABASE, { orders: 1_000 });
  });
  afterAll(() => database.remove());

  it('are consistent in the demo', async () => {
    expect(await findBusinessViolations(database.db)).toEqual([]);
  });

  it.each(ALIKE)('are consistent for $table in any of the statuses $statuses', async ({ table, statuses }) => {
    for (const status of statuses) {
      const moved = await database.db.transaction(async (tx) => {
        // Disables the trigger that restricts transitions.
        await sql`set local session_replication_role = replica`.execute(tx);
        return sql`update ${sql.table(table)} set status = ${status} where status in (${sql.join(statuses)})`.execute(
          tx,
        );
      });
      expect(moved.numAffectedRows).toBeGreaterThan(0n);
      expect(await findBusinessViolations(database.db)).toEqual([]);
    }
  });

  it.each(DAMAGES)('are inconsistent with $damage', async ({ broken, mended, rules }) => {
    const { numAffectedRows } = await sql.raw(broken).execute(database.db.kysely);
    expect(numAffectedRows).toBeGreaterThan(0n);
    const found = await findBusinessViolations(database.db);
    expect([...new Set(found.map(({ rule }) => rule.slice(0, rule.indexOf(':'))))].toSorted()).toEqual(rules);
    await sql.raw(mended).execute(database.db.kysely);
    expect(await findBusinessViolations(database.db)).toEqual([]);
  });
});
