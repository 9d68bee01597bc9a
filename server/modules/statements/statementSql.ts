import { sql, type RawBuilder } from 'kysely';
import type { EventKind } from '#server/ledger/postings.ts';

/** What one kind of event did to one account on one day, in one direction. */
export interface MovementRow {
  currency: string;
  /** Place of the day, from 1. */
  place: number;
  /** Null: the transaction is gone. */
  event: EventKind | null;
  account: 'available' | 'frozen' | 'fees';
  is_credit: boolean;
  count: bigint;
  amount: bigint;
}

export interface BoundariesOf {
  merchantId: string;
  currencies: readonly string[];
  /** Moments between days, the earliest first. */
  moments: readonly Date[];
}

/** What an account held right before a moment, and how many entries it had had. */
export interface BoundaryRow {
  currency: string;
  account: 'available' | 'frozen';
  /** Place in `moments`, from 1. */
  place: number;
  balance: bigint;
  entries: bigint;
}

/**
 * How far an entry's time may lie before that of an entry that precedes it in its chain. `server/ledger` lets none since
 * it books under the wallet's lock no earlier than the entry before; older ones may, by what a call took until it had
 * the lock.
 */
const DISORDER = sql`interval '2 minutes'`;

/**
 * The balances at some moments: exactly the sum of all entries whose time is earlier, in whatever order the chain has
 * them, without reading more than a few of them. The latest earlier entry knows the sum of its chain up to itself; what
 * precedes it there and is later in time comes off, what follows it there and is earlier in time is added.
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

/** All entries from the first of the moments up to the last, added up between each two of them. */
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
