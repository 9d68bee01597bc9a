import { sql } from 'kysely';
import { amountInWords } from '#shared/money/amountInWords.ts';
import type { OwnCurrency } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { ForbiddenError } from '#server/errors.ts';
import { type Approval, dailyTotalOf, periodStart } from '#server/money/approvals.ts';
import type { TenantSettings } from '#server/money/tenant.ts';
import type { Batch } from '../newBatch.ts';

/** The rule that asks for another user's submission. */
export interface BatchApproval extends Approval {
  /** Lines of the rows that it is about; empty if it is about the batch as a whole. */
  lines: readonly number[];
}

interface Sums {
  all: string;
  count: number;
  /** The account with the largest sum, of those above the threshold together with the batch. */
  most: string | null;
  most_count: number | null;
  lines: readonly number[] | null;
}

/**
 * The rule that asks for approval of a draft, or null if its creator may submit it alone. Each row counts for its
 * account, and the total for all. Lock the wallet first if the batch is to be submitted.
 */
export async function batchApprovalOf(
  db: DbOrTx,
  { merchant_id, id, creator_id, currency, total_amount: total }: ApprovedBatch,
  tenant: Pick<TenantSettings, 'approval_threshold' | 'daily_total' | 'sum_window_hours'>,
  at: Date,
): Promise<BatchApproval | null> {
  const { approval_threshold: limit, sum_window_hours: hours } = tenant;
  if (total > limit) return { rule: 'batch_total', limit, sum: total, count: 0, hours, lines: [] };
  const { rows } = await sql<Sums>`
    with passed as (
      select account, sum(amount) as sum, count(*)::integer as count from unapproved_outflows
      where merchant_id = ${merchant_id} and maker_id = ${creator_id} and currency = ${currency}
        and at > ${periodStart(tenant, at)}
      group by account
    ), above as (
      select p.sum + sum(i.amount) as sum, p.count, array_agg(i.line_no) as lines
      from passed p
      join batch_transfer_items i on i.merchant_id = ${merchant_id} and i.batch_id = ${id} and i.card_hash = p.account
      where i.status = 'valid'
      group by p.account, p.sum, p.count
      having p.sum + sum(i.amount) > ${limit}::bigint
    )
    select coalesce(sum(sum), 0)::text as all, coalesce(sum(count), 0)::integer as count,
      (select max(sum)::text from above) as most,
      (select count from above order by sum desc limit 1) as most_count,
      (select array_agg(line order by line) from above, unnest(lines) as line) as lines
    from passed`.execute(db);
  const { all = '0', count = 0, most = null, most_count = null, lines = null } = rows[0] ?? {};
  if (most !== null && most_count !== null) {
    return { rule: 'account_sum', limit, sum: BigInt(most), count: most_count, hours, lines: lines ?? [] };
  }
  const [sum, daily] = [BigInt(all) + total, dailyTotalOf(tenant)];
  return sum > daily ? { rule: 'daily_total', limit: daily, sum, count, hours, lines: [] } : null;
}

type ApprovedBatch = Pick<Batch, 'merchant_id' | 'id' | 'creator_id' | 'currency' | 'total_amount'>;

/** Lines that an error names; a file has up to 10,000. */
const MOST_LINES = 10;

/** Says which rule asks for another user, and for which rows. */
export function secondPersonNeeded(
  { rule, limit, sum, count, hours, lines }: BatchApproval,
  { currency }: Pick<Batch, 'currency'>,
  own: OwnCurrency,
): ForbiddenError {
  const shown = (minor: bigint) => amountInWords(minor, currency, own);
  const named = lines.slice(0, MOST_LINES).join(', ') + (lines.length > MOST_LINES ? ', …' : '');
  const args = { limit: shown(limit), sum: shown(sum), smart_count: count, count, hours, rows: named };
  return new ForbiddenError(
    'batch_second_person',
    args,
    rule === 'batch_total' ? undefined : `batch_second_person_${rule}`,
  );
}
