import { sql, type RawBuilder } from 'kysely';
import type { EventKind } from '#server/ledger/postings.ts';

/** Sum of one kind of event on one account and day, in one direction. */
export interface MovementRow {
  currency: string;
  /** Number of the day, from 1. */
  place: number;
  /** Null if the transaction is missing. */
  event: EventKind | null;
  account: 'available' | 'frozen' | 'fees';
  is_credit: boolean;
  count: bigint;
  amount: bigint;
}

interface BoundariesOf {
  merchantId: string;
  currencies: readonly string[];
  /** Bounds between days, ascending. */
  moments: readonly Date[];
}

/** Balance and number of entries of an account right before a moment. */
export interface BoundaryRow {
  currency: string;
  account: 'available' | 'frozen';
  /** Index in `moments`, from 1. */
  place: number;
  balance: bigint;
  entries: bigint;
}

/**
 * Maximum amount by which an entry's time may precede that of its predecessor. `server/ledger` prevents it by booking
 * under the wallet's lock; older entries may be out of order by the time their call waited for the lock.
 */
const DISORDER = sql`interval '2 minutes'`;

/**
 * Balances at some moments: the exact sum of all entries with earlier times, whatever their order in the chain, while
 * reading only a few. Starts with the balance after the latest earlier entry, subtracts its predecessors with later
 * times, and adds its successors with earlier times.
 */
export function boundaries({ merchantId, currencies, moments }: BoundariesOf): RawBuilder<BoundaryRow> {
  const account = sql`e.merchant_id = ${merchantId} and e.currency = c.currency and e.account = a.account`;
  return sql<BoundaryRow>`
    select c.currency, a.account, m.place::integer as place,
      coalesce(l.balance_after - later.amount + earlier.amount, 0)::bigint as balance,
      coalesce(l.seq - later.count + earlier.count, 0)::bigint as entries
    from unnest(${[...currencies]}::text[]) as c (currency)
    cross join (values ('available'), ('frozen')) as a (account)
    cross join unnest(${[...moments]}::timestamptz[]) with ordinality as m (at, place)
    left join lateral (
      select e.seq, e.balance_after, e.created_at from ledger_entries e
      where ${account} and e.created_at < m.at
      order by e.created_at desc, e.seq desc
      limit 1
    ) l on true
    left join lateral (
      select count(*) as count, coalesce(sum(e.amount), 0) as amount from ledger_entries e
      where ${account} and e.created_at >= m.at and e.created_at < l.created_at + ${DISORDER} and e.seq < l.seq
    ) later on true
    left join lateral (
      select count(*) as count, coalesce(sum(e.amount), 0) as amount from ledger_entries e
      where ${account} and e.created_at > l.created_at - ${DISORDER} and e.created_at <= l.created_at and e.seq > l.seq
    ) earlier on true`;
}

/** Sums of all entries between each two consecutive moments. */
export function movements({ merchantId, currencies, moments }: BoundariesOf): RawBuilder<MovementRow> {
  return sql<MovementRow>`
    select e.currency, width_bucket(e.created_at, ${[...moments]}::timestamptz[]) as place, t.event, e.account,
      e.amount > 0 as is_credit, count(*) as count, sum(e.amount)::bigint as amount
    from ledger_entries e
    left join ledger_transactions t on t.merchant_id = ${merchantId} and t.id = e.transaction_id
    where e.merchant_id = ${merchantId} and e.currency = any(${[...currencies]}::text[])
      and e.account in ('available', 'frozen', 'fees')
      and e.created_at >= ${moments[0]} and e.created_at < ${moments.at(-1)}
    group by 1, 2, 3, 4, 5`;
}

/** A ledger line: the effect of one transaction on both accounts of a wallet, and its fee. */
export interface LedgerLine {
  id: string;
  created_at: Date;
  /** Null if the fee took the whole amount: such a transaction changes no account and has no number. */
  serial_no: string | null;
  business_order_no: string | null;
  event: EventKind | null;
  change_amount: bigint;
  frozen_change: bigint;
  balance_after: bigint;
  frozen_amount: bigint;
  /** Negative if it was returned. */
  fee: bigint;
}

interface LinesOf {
  merchantId: string;
  currency: string;
  from: Date;
  /** Exclusive. */
  to: Date;
}

/** A table of ledger lines in a period, in the order of time and booking. */
export interface LineTable {
  /** Number of changes of an account. A line that changes both accounts counts twice, one without a change once. */
  count: RawBuilder<{ changes: bigint }>;
  /** The last line. */
  last: RawBuilder<LinePosition>;
  /** The lines after a position, up to and including `last`. */
  after(position: LinePosition | null, last: LinePosition, limit: number): RawBuilder<LedgerLine>;
}

/** Position of a line in the order of time and booking. */
export type LinePosition = Pick<LedgerLine, 'created_at' | 'id'>;

/** The lines of a wallet. */
export function walletLines({ merchantId, currency, from, to }: LinesOf): LineTable {
  return lineTable({
    rows: sql`
      from v_ledgers l
      where l.merchant_id = ${merchantId} and l.currency = ${currency}
        and l.created_at >= ${from} and l.created_at < ${to}`,
    changes: sql`count(*) filter (where l.change_amount <> 0) + count(*) filter (where l.frozen_change <> 0)`,
    columns: sql`l.serial_no, l.business_order_no, l.event, l.change_amount, l.frozen_change, l.balance_after,
      l.frozen_amount, l.fee`,
  });
}

/** The fees of transactions that changed no account, because the fee took the whole amount. */
export function feesWithoutLine({ merchantId, currency, from, to }: LinesOf): LineTable {
  return lineTable({
    rows: sql`
      from ledger_entries l
      left join ledger_transactions t on t.merchant_id = ${merchantId} and t.id = l.transaction_id
      where l.merchant_id = ${merchantId} and l.currency = ${currency} and l.account = 'fees'
        and l.created_at >= ${from} and l.created_at < ${to}
        and not exists (
          select from ledger_lines k where k.merchant_id = ${merchantId} and k.transaction_id = l.transaction_id
        )`,
    changes: sql`count(*)`,
    columns: sql`null::text as serial_no, t.business_order_no, t.event, 0::bigint as change_amount,
      0::bigint as frozen_change, 0::bigint as balance_after, 0::bigint as frozen_amount, l.amount as fee`,
  });
}

interface Parts {
  /** Source and condition of the lines `l`. */
  rows: RawBuilder<unknown>;
  changes: RawBuilder<unknown>;
  /** Columns besides `id` and `created_at`. */
  columns: RawBuilder<unknown>;
}

function lineTable({ rows, changes, columns }: Parts): LineTable {
  return {
    count: sql`select ${changes} as changes ${rows}`,
    last: sql`select l.created_at, l.id ${rows} order by l.created_at desc, l.id desc limit 1`,
    after(position, last, limit) {
      const isLater = position ? sql`(l.created_at, l.id) > (${position.created_at}, ${position.id}::uuid)` : sql`true`;
      return sql`
        select l.id, l.created_at, ${columns} ${rows} and ${isLater}
          and (l.created_at, l.id) <= (${last.created_at}, ${last.id}::uuid)
        order by l.created_at, l.id
        limit ${limit}`;
    },
  };
}
