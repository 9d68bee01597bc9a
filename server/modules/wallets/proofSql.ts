import { sql, type RawBuilder } from 'kysely';
import type { WalletFigure } from '#shared/contract/wallets.ts';

export interface ProofOf {
  merchantId: string;
  currency: string;
  figure: WalletFigure;
}

/** A row of a proof: an entry of one account, or for a total what one transaction did to both accounts. */
export interface ProofSqlRow {
  position: bigint;
  id: string;
  transaction_id: string;
  created_at: Date;
  amount: bigint;
  running: bigint;
  recorded: bigint | null;
  missing: bigint;
  is_balance_wrong: boolean;
}

/**
 * The rows behind a figure, each verified, oldest to newest by `position`.
 *
 * Reads each account's entries once, in the order of the unique index on (merchant, currency, account, seq), so nothing
 * is sorted and the cost is linear. A row is wrong if it doesn't continue the previous one. If the previous balance was
 * tampered with, a row that continues the one before it is right, so only the tampered row is marked, not its
 * neighbour. Rows of a total are in the order of the ledger's lines, because transactions may have equal times.
 */
export function proofRows({ merchantId, currency, figure }: ProofOf): RawBuilder<ProofSqlRow> {
  const accounts = figure === 'total' ? sql`('available', 'frozen')` : sql`(${figure})`;
  const checked = sql`
    select id, transaction_id, account, seq, amount, balance_after, created_at,
      (sum(amount) over up_to)::bigint as running,
      seq - lag(seq, 1, 0::bigint) over up_to - 1 as missing,
      (balance_after <> lag(balance_after, 1, 0::bigint) over up_to + amount
        and balance_after <> lag(balance_after, 2, 0::bigint) over up_to
          + lag(amount, 1, 0::bigint) over up_to + amount)
      or balance_after is distinct from case account when 'available' then available_after else frozen_after end
        as is_balance_wrong
    from ledger_entries
    where merchant_id = ${merchantId} and currency = ${currency} and account in ${accounts}
    window up_to as (partition by account order by seq)`;
  if (figure !== 'total') {
    return sql<ProofSqlRow>`
      select seq as position, id, transaction_id, created_at, amount, running, balance_after as recorded, missing,
        is_balance_wrong
      from (${checked}) as entries`;
  }
  return sql<ProofSqlRow>`
    select row_number() over by_line as position, transactions.transaction_id as id, transactions.transaction_id, transactions.created_at, amount,
      (sum(amount) over by_line)::bigint as running, null::bigint as recorded, missing, is_balance_wrong
    from (
      select transaction_id, min(created_at) as created_at, sum(amount)::bigint as amount,
        sum(missing)::bigint as missing, bool_or(is_balance_wrong) as is_balance_wrong
      from (${checked}) as entries
      group by transaction_id
    ) as transactions
    left join ledger_lines l on l.merchant_id = ${merchantId} and l.transaction_id = transactions.transaction_id
    where amount <> 0 or missing <> 0 or is_balance_wrong
    window by_line as (order by l.line_no, transactions.created_at, transactions.transaction_id)`;
}
