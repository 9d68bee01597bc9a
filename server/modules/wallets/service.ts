import { sql } from 'kysely';
import { PROOF_PAGE, type ProofRow, type WalletData, type WalletProof } from '#shared/contract/wallets.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { NotFoundError } from '#server/errors.ts';
import { type ProofOf, proofRows, type ProofSqlRow } from './proofSql.ts';

type OrderType = WalletProof['movements'][number]['order_type'];

/** Start of the period; null for everything. */
type Since = Date | null;

interface MovementRow {
  order_type: OrderType;
  count: bigint;
  credit: bigint;
  debit: bigint;
  opening: bigint;
  gaps: bigint;
  first_gap: bigint | null;
}

export type Wallets = ReturnType<typeof createWallets>;

/** A tenant's wallets, and the proof of their balances. */
export function createWallets({ db }: { db: Db }) {
  async function list(merchantId: string): Promise<WalletData[]> {
    const rows = await db.kysely
      .selectFrom('wallets')
      .where('merchant_id', '=', merchantId)
      .orderBy('currency')
      .select(['currency', 'available', 'frozen', 'updated_at'])
      .execute();
    return rows.map(({ currency, available, frozen, updated_at }) => ({
      currency,
      available: available.toString(),
      frozen: frozen.toString(),
      total: (available + frozen).toString(),
      updated_at: updated_at.toISOString(),
    }));
  }

  /** Wallet and entries in one snapshot. @throws {NotFoundError} if the tenant has no wallet in the currency */
  async function prove(of: ProofOf, since: Since): Promise<WalletProof> {
    return db.transaction(
      async (tx) => {
        const { balance, missing_last } = await walletOf(tx, of);
        const { rows } = await movements(of, since).execute(tx);
        const opening = rows.reduce((sum, row) => sum + row.opening, 0n);
        const closing = rows.reduce((sum, { credit, debit }) => sum + credit - debit, opening);
        const gaps = rows.reduce((sum, row) => sum + row.gaps, 0n);
        const places = rows.flatMap(({ first_gap }) => first_gap ?? []);
        const first_gap = places.reduce<bigint | null>(
          (least, one) => (least === null || one < least ? one : least),
          null,
        );
        return {
          figure: of.figure,
          balance: balance.toString(),
          opening: opening.toString(),
          closing: closing.toString(),
          movements: rows.filter(({ count }) => count > 0n).map(shownMovement),
          is_proven: gaps === 0n && missing_last === 0n && closing === balance,
          gaps: Number(gaps),
          first_gap: first_gap?.toString() ?? null,
          missing_last: Number(missing_last),
        };
      },
      { isolationLevel: 'repeatable read' },
    );
  }

  /** Newest first. @param before position of the last returned row; null to start with the newest */
  async function pageOf(
    of: ProofOf,
    since: Since,
    before: bigint | null,
  ): Promise<{ rows: ProofRow[]; next: string | null }> {
    const { rows: found } = await page(of, since, before).execute(db.kysely);
    const shown = found.slice(0, PROOF_PAGE);
    const next = found.length > PROOF_PAGE ? (shown.at(-1)?.position.toString() ?? null) : null;
    return { rows: shown.map(shownRow), next };
  }

  return { list, prove, rows: pageOf };
}

async function walletOf(tx: Tx, { merchantId, currency, figure }: ProofOf) {
  const wallet = await tx
    .selectFrom('wallets')
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .select(['available', 'frozen', 'available_seq', 'frozen_seq'])
    .executeTakeFirst();
  if (!wallet) throw new NotFoundError();
  const accounts = figure === 'total' ? (['available', 'frozen'] as const) : ([figure] as const);
  let balance = 0n;
  let missing_last = 0n;
  for (const account of accounts) {
    const { rows } = await sql<{ last: bigint }>`
      select coalesce(max(seq), 0) as last from ledger_entries
      where merchant_id = ${merchantId} and currency = ${currency} and account = ${account}`.execute(tx);
    balance += wallet[account];
    const left = wallet[`${account}_seq`] - (rows[0]?.last ?? 0n);
    missing_last += left < 0n ? -left : left;
  }
  return { balance, missing_last };
}

/** By type. Earlier rows are summed in `opening`; wrong rows count whatever their time. */
function movements(of: ProofOf, since: Since) {
  const isIn = since === null ? sql`true` : sql`r.created_at >= ${since}`;
  const isWrong = sql`(r.missing <> 0 or r.is_balance_wrong)`;
  return sql<MovementRow>`
    select t.order_type,
      count(*) filter (where ${isIn}) as count,
      coalesce(sum(r.amount) filter (where ${isIn} and r.amount > 0), 0)::bigint as credit,
      coalesce(-sum(r.amount) filter (where ${isIn} and r.amount < 0), 0)::bigint as debit,
      coalesce(sum(r.amount) filter (where not ${isIn}), 0)::bigint as opening,
      count(*) filter (where ${isWrong}) as gaps,
      min(r.position) filter (where ${isWrong}) as first_gap
    from (${proofRows(of)}) as r
    left join ledger_transactions t on t.merchant_id = ${of.merchantId} and t.id = r.transaction_id
    group by t.order_type
    order by t.order_type`;
}

function page(of: ProofOf, since: Since, before: bigint | null) {
  return sql<ProofSqlRow & { business_order_no: string | null; order_type: OrderType }>`
    select r.*, t.business_order_no, t.order_type
    from (
      select * from (${proofRows(of)}) as all_rows
      where ${before === null ? sql`true` : sql`position < ${before}`}
        and ${since === null ? sql`true` : sql`created_at >= ${since}`}
      order by position desc
      limit ${PROOF_PAGE + 1}
    ) as r
    left join ledger_transactions t on t.merchant_id = ${of.merchantId} and t.id = r.transaction_id
    order by r.position desc`;
}

function shownMovement({ order_type, count, credit, debit }: MovementRow): WalletProof['movements'][number] {
  return { order_type, count: Number(count), credit: credit.toString(), debit: debit.toString() };
}

function shownRow(row: Awaited<ReturnType<ReturnType<typeof page>['execute']>>['rows'][number]): ProofRow {
  return {
    position: row.position.toString(),
    id: row.id,
    created_at: row.created_at.toISOString(),
    business_order_no: row.business_order_no,
    order_type: row.order_type,
    amount: row.amount.toString(),
    running: row.running.toString(),
    recorded: row.recorded?.toString() ?? null,
    problem: row.missing === 0n ? (row.is_balance_wrong ? 'balance' : null) : 'missing',
    missing: Number(row.missing),
  };
}
