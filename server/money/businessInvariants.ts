import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type Check, type Found, type LedgerSide, runChecks, type Violation } from '#server/ledger/invariants.ts';
import type { EventKind, OrderType } from '#server/ledger/postings.ts';

/** How a table's rows appear in the ledger: the type of order, and the events that each status implies. */
interface Business {
  table: string;
  orderType: OrderType;
  number: string;
  /** True if each move has an audit entry, by a user or a channel. */
  audited: boolean;
  events: Readonly<Record<string, readonly EventKind[]>>;
}

const BUSINESSES: readonly Business[] = [
  {
    table: 'orders',
    orderType: 'collection',
    number: 'order_no',
    audited: false,
    events: { pending: [], success: ['collection_succeeded'], failed: [], closed: [] },
  },
  {
    table: 'payouts',
    orderType: 'payout',
    number: 'order_no',
    audited: true,
    events: {
      pending_approval: ['payout_frozen'],
      pending: ['payout_frozen'],
      processing: ['payout_frozen'],
      success: ['payout_frozen', 'payout_succeeded'],
      failed: ['payout_frozen', 'payout_released'],
    },
  },
  {
    table: 'refunds',
    orderType: 'refund',
    number: 'refund_no',
    audited: true,
    events: {
      pending_approval: ['refund_frozen'],
      processing: ['refund_frozen'],
      success: ['refund_frozen', 'refund_succeeded'],
      failed: ['refund_frozen', 'refund_released'],
      rejected: ['refund_frozen', 'refund_released'],
      cancelled: ['refund_frozen', 'refund_released'],
    },
  },
  {
    table: 'withdrawals',
    orderType: 'withdrawal',
    number: 'withdrawal_no',
    audited: true,
    events: {
      pending: ['withdrawal_frozen'],
      processing: ['withdrawal_frozen'],
      success: ['withdrawal_frozen', 'withdrawal_succeeded'],
      failed: ['withdrawal_frozen', 'withdrawal_released'],
      rejected: ['withdrawal_frozen', 'withdrawal_released'],
      cancelled: ['withdrawal_frozen', 'withdrawal_released'],
    },
  },
  {
    table: 'deposits',
    orderType: 'deposit',
    number: 'deposit_no',
    audited: true,
    events: { pending_payment: [], pass: ['deposit_passed'], reject: [] },
  },
  {
    table: 'adjustments',
    orderType: 'manual_adjustment',
    number: 'adjustment_no',
    audited: true,
    events: { pending: [], pass: ['adjusted'], reject: [] },
  },
];

const CHECKS: readonly Check[] = [
  ...BUSINESSES.map((business) => ({
    rule: `I5: the ledger transactions of each row of ${business.table} match its status`,
    query: wronglyBooked(business),
  })),
  ...BUSINESSES.map((business) => ({
    rule: `I8: each ledger transaction of the type ${business.orderType} has a row with its number in ${business.table}`,
    query: withoutBusiness(business),
  })),
  ...BUSINESSES.filter(({ audited }) => audited).map((business) => ({
    rule: `I8: each ledger transaction of the type ${business.orderType} has an audit entry`,
    query: withoutAudit(business),
  })),
  {
    rule: 'I9: the refund totals of each order match its refunds and never exceed its amount and fee',
    query: sql<Found>`
      with sums as (
        select merchant_id, order_id,
          coalesce(sum(amount) filter (where status = 'success'), 0) as refunded,
          coalesce(sum(amount) filter (where status in ('pending_approval', 'processing')), 0) as open,
          coalesce(sum(fee_returned) filter (where status in ('pending_approval', 'processing', 'success')), 0) as fee
        from refunds
        group by merchant_id, order_id
      )
      select o.merchant_id, o.currency, 'order ' || o.order_no as subject,
        o.status || ' of ' || o.amount || ' and ' || o.fee || ' says ' || concat_ws('/', o.refunded_amount, o.refund_open_amount)
          || ', refunds ' || concat_ws('/', coalesce(s.refunded, 0), coalesce(s.open, 0), coalesce(s.fee, 0)) as found
      from orders o left join sums s on s.merchant_id = o.merchant_id and s.order_id = o.id
      where (o.refunded_amount, o.refund_open_amount) is distinct from (coalesce(s.refunded, 0), coalesce(s.open, 0))
        or (s.order_id is not null
          and (o.status <> 'success' or s.refunded + s.open > o.amount or s.fee > o.fee))`,
  },
  {
    rule: 'I9: the ledger transactions of each refund match its amounts',
    query: sql<Found>`
      with booked as (
        select t.merchant_id, t.business_id, t.event,
          coalesce(sum(e.amount) filter (where e.account = 'frozen'), 0) as frozen,
          coalesce(sum(e.amount) filter (where e.account = 'fees'), 0) as fees,
          coalesce(sum(e.amount) filter (where e.account = 'clearing'), 0) as clearing
        from ledger_transactions t
        left join ledger_entries e on e.merchant_id = t.merchant_id and e.transaction_id = t.id
        where t.order_type = 'refund'
        group by t.merchant_id, t.business_id, t.event
      )
      select r.merchant_id, r.currency, 'refund ' || r.refund_no as subject,
        b.event || ' booked ' || concat_ws('/', b.frozen, b.fees, b.clearing)
          || ' of ' || concat_ws('/', r.debit_amount, r.fee_returned, r.payer_amount) as found
      from booked b
      join refunds r on r.merchant_id = b.merchant_id and r.id = b.business_id
      where (b.frozen, b.fees, b.clearing) is distinct from (
        case b.event when 'refund_frozen' then r.debit_amount else -r.debit_amount end,
        case b.event when 'refund_succeeded' then -r.fee_returned else 0 end,
        case b.event when 'refund_succeeded' then r.payer_amount else 0 end)`,
  },
  {
    rule: 'I10: only failed payouts are repeated, and each only once',
    query: sql<Found>`
      select p.merchant_id, p.currency, 'payout ' || p.order_no as subject,
        p.status || ', paid again ' || count(*) || ' times' as found
      from (
        select merchant_id, repeats_payout_id from payment_requests
        where repeats_payout_id is not null and status in ('pending', 'pass')
        union all
        select merchant_id, repeats_payout_id from batch_transfer_items where repeats_payout_id is not null
      ) r
      join payouts p on p.merchant_id = r.merchant_id and p.id = r.repeats_payout_id
      group by p.merchant_id, p.id, p.currency, p.order_no, p.status
      having count(*) > 1 or p.status <> 'failed'`,
  },
  {
    rule: 'I6: the totals of each batch match its items',
    query: sql<Found>`
      with counted as (
        select merchant_id, batch_id, count(*) as total,
          count(*) filter (where status <> 'invalid') as valid,
          count(*) filter (where status = 'success') as success,
          count(*) filter (where status = 'failed') as failed,
          coalesce(sum(amount) filter (where status <> 'invalid'), 0) as amount,
          coalesce(sum(fee) filter (where status <> 'invalid'), 0) as fee,
          coalesce(sum(amount) filter (where status = 'success'), 0) as paid_amount,
          coalesce(sum(fee) filter (where status = 'success'), 0) as paid_fee
        from batch_transfer_items
        group by merchant_id, batch_id
      )
      select b.merchant_id, b.currency, 'batch ' || b.batch_no as subject,
        'says ' || concat_ws('/', b.total_count, b.valid_count, b.success_count, b.failed_count, b.total_amount, b.total_fee,
            b.success_amount, b.success_fee)
          || ', items ' || concat_ws('/', c.total, c.valid, c.success, c.failed, c.amount, c.fee, c.paid_amount, c.paid_fee)
          as found
      from batch_transfers b left join counted c on c.merchant_id = b.merchant_id and c.batch_id = b.id
      where b.status <> 'uploading' and (b.total_count, b.valid_count, b.success_count, b.failed_count, b.total_amount, b.total_fee,
          b.success_amount, b.success_fee)
        is distinct from (coalesce(c.total, 0), coalesce(c.valid, 0), coalesce(c.success, 0), coalesce(c.failed, 0),
          coalesce(c.amount, 0), coalesce(c.fee, 0), coalesce(c.paid_amount, 0), coalesce(c.paid_fee, 0))`,
  },
];

/** Returns violations of the rules that link orders and requests to their ledger entries. */
export function findBusinessViolations(db: Db, side: LedgerSide = 'live'): Promise<Violation[]> {
  return runChecks(db, CHECKS, side);
}

function wronglyBooked({ table, number, events }: Business): RawBuilder<Found> {
  const expected = sql.join(
    Object.entries(events).map(([status, kinds]) => sql`(${status}::text, ${kinds.toSorted().join(', ')}::text)`),
  );
  return sql<Found>`
    with booked as (
      select merchant_id, business_id, string_agg(event, ', ' order by event collate "C") as events
      from ledger_transactions
      group by merchant_id, business_id
    )
    select o.merchant_id, o.currency, ${sql.lit(`${table} `)} || ${sql.ref(`o.${number}`)} as subject,
      o.status || ' with ' || coalesce(nullif(b.events, ''), 'nothing') as found
    from ${sql.table(table)} o
    join (values ${expected}) as expected (status, events) on expected.status = o.status
    left join booked b on b.merchant_id = o.merchant_id and b.business_id = o.id
    where coalesce(b.events, '') <> expected.events`;
}

function withoutBusiness({ table, orderType, number }: Business): RawBuilder<Found> {
  return sql<Found>`
    select t.merchant_id, '' as currency, 'transaction ' || t.id as subject,
      t.event || ' of ' || t.business_order_no as found
    from ledger_transactions t
    left join ${sql.table(table)} o
      on o.merchant_id = t.merchant_id and o.id = t.business_id and ${sql.ref(`o.${number}`)} = t.business_order_no
    where t.order_type = ${orderType} and o.id is null`;
}

/** A payout starts with the audit entry of its request or batch; its own entry records the result. */
function withoutAudit({ table, orderType }: Business): RawBuilder<Found> {
  return sql<Found>`
    select t.merchant_id, '' as currency, 'transaction ' || t.id as subject,
      t.event || ' of ' || t.business_order_no as found
    from ledger_transactions t
    where t.order_type = ${orderType} and t.event <> 'payout_frozen' and not exists (
      select from audit_logs a
      where a.merchant_id = t.merchant_id and a.resource = ${table} and a.record_id = t.business_id::text)`;
}
