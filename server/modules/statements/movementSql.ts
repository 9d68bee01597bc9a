import { sql, type RawBuilder } from 'kysely';
import type { EventKind } from '#server/ledger/postings.ts';
import type { BoundariesOf } from './boundarySql.ts';

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
