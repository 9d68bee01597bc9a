import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { NO_LIMITS } from '#server/db/session.ts';

/** A row or group of rows that violates a rule of the ledger. */
export interface Violation {
  rule: string;
  merchant_id: string | null;
  currency: string;
  /** The transaction, wallet or entry. */
  subject: string;
  /** Found and expected values, in minor units. */
  found: string;
}

export type Found = Omit<Violation, 'rule'>;

/** A rule and the query for its violations. */
export interface Check {
  rule: string;
  query: RawBuilder<Found>;
}

/** Live and test money are checked separately. */
export type LedgerSide = 'live' | 'test';

/** True for a row whose `merchant_id` is on the side. */
function isOn(side: LedgerSide): RawBuilder<boolean> {
  const testSides = sql`(select merchant_id from merchants where type = 'test')`;
  return side === 'test' ? sql`merchant_id in ${testSides}` : sql`merchant_id not in ${testSides}`;
}

/** Amounts: of each transaction, and of each wallet against its entries. */
const AMOUNT_CHECKS: readonly Check[] = [
  {
    rule: 'I1: the entries of each transaction sum to zero per currency',
    query: sql<Found>`
      select merchant_id, currency, 'transaction ' || transaction_id as subject, 'sum ' || sum(amount) as found
      from ledger_entries
      group by merchant_id, transaction_id, currency
      having sum(amount) <> 0`,
  },
  {
    rule: 'I2: no wallet balance is ever negative',
    query: sql<Found>`
      select merchant_id, currency, 'wallet' as subject, 'available ' || available || ', frozen ' || frozen as found
      from wallets
      where available < 0 or frozen < 0
      union all
      select merchant_id, currency, account || ' entry ' || id,
        'available ' || available_after || ', frozen ' || frozen_after || ' after it'
      from ledger_entries
      where balance_after < 0 or available_after < 0 or frozen_after < 0`,
  },
  {
    rule: 'I3: each wallet balance equals the sum of its entries',
    query: sql<Found>`
      with sums as (
        select merchant_id, currency,
          coalesce(sum(amount) filter (where account = 'available'), 0) as available,
          coalesce(sum(amount) filter (where account = 'frozen'), 0) as frozen
        from ledger_entries
        where account in ('available', 'frozen')
        group by merchant_id, currency
      )
      select merchant_id, currency, 'wallet' as subject,
        'available ' || coalesce(wallets.available, 0) || ', entries ' || coalesce(sums.available, 0)
          || '; frozen ' || coalesce(wallets.frozen, 0) || ', entries ' || coalesce(sums.frozen, 0) as found
      from wallets full join sums using (merchant_id, currency)
      where coalesce(wallets.available, 0) <> coalesce(sums.available, 0)
        or coalesce(wallets.frozen, 0) <> coalesce(sums.frozen, 0)`,
  },
];

/** Numbers of the entries. The window's order matches the unique index on (merchant, currency, account, seq). */
const ENTRY_CHECKS: readonly Check[] = [
  {
    rule: 'I4: the entries of a wallet are numbered without gaps, and each starts from the previous balance',
    query: sql<Found>`
      with chain as (
        select merchant_id, currency, account, id, amount, seq, balance_after,
          case account when 'available' then available_after else frozen_after end as wallet_after,
          lag(seq, 1, 0::bigint) over wallet as seq_before,
          lag(balance_after, 1, 0::bigint) over wallet as balance_before
        from ledger_entries
        where seq is not null
        window wallet as (partition by merchant_id, currency, account order by seq)
      )
      select merchant_id, currency, account || ' entry ' || id as subject,
        'seq ' || seq || ' after ' || seq_before || ', balance ' || balance_after || ' after ' || balance_before
          || ' and ' || amount || ', wallet ' || coalesce(wallet_after::text, 'unknown') as found
      from chain
      where seq <> seq_before + 1
        or balance_after <> balance_before + amount
        or wallet_after is distinct from balance_after`,
  },
  {
    rule: 'I4: the entry counters of each wallet match its entries',
    query: sql<Found>`
      with counted as (
        select merchant_id, currency,
          coalesce(max(seq) filter (where account = 'available'), 0) as available_seq,
          coalesce(max(seq) filter (where account = 'frozen'), 0) as frozen_seq
        from ledger_entries
        where seq is not null
        group by merchant_id, currency
      )
      select merchant_id, currency, 'wallet' as subject,
        'available_seq ' || wallets.available_seq || ', entries ' || coalesce(counted.available_seq, 0)
          || '; frozen_seq ' || wallets.frozen_seq || ', entries ' || coalesce(counted.frozen_seq, 0) as found
      from wallets left join counted using (merchant_id, currency)
      where wallets.available_seq <> coalesce(counted.available_seq, 0)
        or wallets.frozen_seq <> coalesce(counted.frozen_seq, 0)`,
  },
];

/** Ledger lines: their numbers, their entries, and the wallet that the latest one leaves. */
const LINE_CHECKS: readonly Check[] = [
  {
    rule: 'I4: the ledger lines of a wallet are numbered without gaps, and each starts from the previous balance',
    query: sql<Found>`
      with chain as (
        select merchant_id, currency, id, line_no, available_change, frozen_change, available_after, frozen_after,
          lag(line_no, 1, 0::bigint) over wallet as line_before,
          lag(available_after, 1, 0::bigint) over wallet as available_before,
          lag(frozen_after, 1, 0::bigint) over wallet as frozen_before
        from ledger_lines
        window wallet as (partition by merchant_id, currency order by line_no)
      )
      select merchant_id, currency, 'line ' || id as subject,
        'line ' || line_no || ' after ' || line_before
          || ', available ' || available_after || ' after ' || available_before || ' and ' || available_change
          || ', frozen ' || frozen_after || ' after ' || frozen_before || ' and ' || frozen_change as found
      from chain
      where line_no <> line_before + 1
        or available_after <> available_before + available_change
        or frozen_after <> frozen_before + frozen_change`,
  },
  {
    rule: 'I4: each ledger line equals the sum of the entries of its transaction',
    query: sql<Found>`
      with sums as (
        select merchant_id, currency, transaction_id,
          coalesce(sum(amount) filter (where account = 'available'), 0) as available,
          coalesce(sum(amount) filter (where account = 'frozen'), 0) as frozen
        from ledger_entries
        where account in ('available', 'frozen')
        group by merchant_id, currency, transaction_id
      )
      select merchant_id, currency, 'transaction ' || transaction_id as subject,
        'available ' || coalesce(available_change, 0) || ', entries ' || coalesce(available, 0)
          || '; frozen ' || coalesce(frozen_change, 0) || ', entries ' || coalesce(frozen, 0) as found
      from ledger_lines full join sums using (merchant_id, currency, transaction_id)
      where coalesce(available_change, 0) <> coalesce(available, 0)
        or coalesce(frozen_change, 0) <> coalesce(frozen, 0)`,
  },
  {
    rule: 'I4: each wallet equals the balances and number of its latest ledger line',
    query: sql<Found>`
      select w.merchant_id, w.currency, 'wallet' as subject,
        'lines ' || w.lines || ', available ' || w.available || ', frozen ' || w.frozen || '; newest line '
          || coalesce(l.line_no, 0) || ', available ' || coalesce(l.available_after, 0)
          || ', frozen ' || coalesce(l.frozen_after, 0) as found
      from wallets w
      left join (
        select line.merchant_id, line.currency, line.line_no, line.available_after, line.frozen_after
        from ledger_lines line
        join (
          select merchant_id, currency, max(line_no) as line_no from ledger_lines group by merchant_id, currency
        ) newest on newest.merchant_id = line.merchant_id and newest.currency = line.currency
          and newest.line_no = line.line_no
      ) l on l.merchant_id = w.merchant_id and l.currency = w.currency
      where w.lines <> coalesce(l.line_no, 0) or w.available <> coalesce(l.available_after, 0)
        or w.frozen <> coalesce(l.frozen_after, 0)`,
  },
];

/** The sum over all accounts of live money, or of test money. */
const balanceCheck = (side: LedgerSide): Check => ({
  rule: 'I7: merchant wallets and platform accounts sum to zero per currency',
  query: sql<Found>`
    with booked as (
      select merchant_id, currency, available + frozen as amount from wallets
      union all
      select merchant_id, currency, amount from ledger_entries where account in ('fees', 'clearing', 'adjustments')
    )
    select null::uuid as merchant_id, currency, 'all wallets and platform accounts' as subject,
      'sum ' || sum(amount) as found
    from booked
    where ${isOn(side)}
    group by currency
    having sum(amount) <> 0`,
});

/** Each check reads its table once. */
const checksOf = (side: LedgerSide): Check[] => [...AMOUNT_CHECKS, ...ENTRY_CHECKS, ...LINE_CHECKS, balanceCheck(side)];

/** Reported violations per rule. A broken ledger tends to have many. */
const MOST_PER_RULE = 20;

/**
 * Returns the violations of the ledger's own rules; empty if it is consistent.
 * @param side live money, without test sides, or test money: the two are never summed
 */
export function findViolations(db: Db, side: LedgerSide = 'live'): Promise<Violation[]> {
  return runChecks(db, checksOf(side), side);
}

/**
 * Runs checks one after the other on one snapshot, without blocking other work. Without statement limits, because
 * millions of entries take longer.
 */
export async function runChecks(db: Db, checks: readonly Check[], side: LedgerSide): Promise<Violation[]> {
  return db.transaction(
    async (tx) => {
      const violations: Violation[] = [];
      for (const { rule, query } of checks) {
        const { rows } = await sql<Found>`select * from (${query}) as found
          where merchant_id is null or ${isOn(side)} limit ${MOST_PER_RULE}`.execute(tx);
        violations.push(...rows.map((found) => ({ rule, ...found })));
      }
      return violations;
    },
    { isolationLevel: 'repeatable read', limits: NO_LIMITS },
  );
}
