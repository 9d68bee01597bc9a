import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/**
 * Ledger totals of some orders or requests in one currency, in minor units. Computed from the entries, not from the
 * rows.
 */
export interface LedgerFigures {
  currency: string;
  /** Fees charged by the platform. */
  fees: bigint;
  /** Platform fees returned with refunds. */
  returned: bigint;
  /** Credited to merchants' available balances by collections and deposits. */
  credited: bigint;
  /** Net credit to merchants' available balances by manual adjustments. */
  adjusted: bigint;
  /** Debited for good from frozen balances. */
  debited: bigint;
  /** Paid out of the system. */
  sent: bigint;
  /** Currently frozen. */
  frozen: bigint;
}

/** @param ids of the orders or requests, of any merchant */
export async function ledgerFigures(db: Db, ids: readonly string[]): Promise<LedgerFigures[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Record<keyof LedgerFigures, string>>`
    select e.currency,
      coalesce(sum(e.amount) filter (where e.account = 'fees'), 0)::text as fees,
      coalesce(-sum(e.amount) filter (where e.account = 'fees' and t.event = 'refund_succeeded'), 0)::text as returned,
      coalesce(sum(e.amount) filter (
        where e.account = 'available' and t.event in ('collection_succeeded', 'deposit_passed')), 0)::text as credited,
      coalesce(sum(e.amount) filter (where e.account = 'available' and t.event = 'adjusted'), 0)::text as adjusted,
      coalesce(-sum(e.amount) filter (where e.account = 'frozen' and t.event like '%_succeeded'), 0)::text as debited,
      coalesce(sum(e.amount) filter (where e.account = 'clearing'), 0)::text as sent,
      coalesce(sum(e.amount) filter (where e.account = 'frozen'), 0)::text as frozen
    from ledger_transactions t
    join ledger_entries e on e.merchant_id = t.merchant_id and e.transaction_id = t.id
    where t.business_id in (${sql.join(ids)}) group by e.currency order by e.currency`.execute(db.kysely);
  return rows.map(({ currency, fees, returned, credited, adjusted, debited, sent, frozen }) => ({
    currency,
    fees: BigInt(fees),
    returned: BigInt(returned),
    credited: BigInt(credited),
    adjusted: BigInt(adjusted),
    debited: BigInt(debited),
    sent: BigInt(sent),
    frozen: BigInt(frozen),
  }));
}
