import { sql } from 'kysely';
import type { BatchState } from '#shared/contract/batches.ts';
import { arrivalAmount, debitAmount } from '#shared/money/fee.ts';
import { accountOf } from '#server/db/tenants.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { orNotFound } from '#server/errors.ts';
import { shownApproval } from '#server/money/approvals.ts';
import { isRepeated } from '#server/money/repetition.ts';
import { isSwallowed, openCards } from '../items/storeItems.ts';
import { type Batch, ENDED_WITH_FAILURES } from '../newBatch.ts';
import { batchApprovalOf } from '../rules/batchApproval.ts';

/** The user whose permissions determine the offered actions. */
interface Viewer {
  merchantId: string;
  userId: string;
  permissions: ReadonlySet<string>;
}

interface Row extends Omit<
  Batch,
  | 'merchant_id'
  | 'file_sha256'
  | 'sheet_name'
  | 'approver_id'
  | 'approval_rule'
  | 'approval_sum'
  | 'updated_at'
  | 'status'
> {
  status: BatchState['status'];
  channel_name: string | null;
  creator_name: string | null;
  approver_name: string | null;
  approval_threshold: bigint;
  daily_total: bigint | null;
  sum_window_hours: number;
}

/** A batch and its progress. @throws {NotFoundError} if the viewer's tenant has no such batch */
export async function batchState(db: DbOrTx, viewer: Viewer, id: string, at: Date): Promise<BatchState> {
  const row = orNotFound(await rowOf(db, viewer.merchantId, idOrNone(id)));
  const { approval_threshold, daily_total, sum_window_hours, repeats_batch_id: repeatsId, deduction, ...shown } = row;
  const isDraft = row.status === 'draft';
  const isOwn = row.creator_id === viewer.userId;
  const limits = { approval_threshold, daily_total, sum_window_hours };
  const approval = isDraft ? await batchApprovalOf(db, { ...row, merchant_id: viewer.merchantId }, limits, at) : null;
  const unaccepted = isDraft ? await openCards(db, { merchantId: viewer.merchantId, batchId: id }) : 0;
  const repeatable = row.failed_count > 0 ? await repeatableIn(db, viewer.merchantId, row) : 0;
  const isInOrder = isDraft && deduction !== null && row.invalid_count === 0 && row.valid_count > 0 && unaccepted === 0;
  return {
    ...shown,
    total_amount: String(row.total_amount),
    total_fee: String(row.total_fee),
    // The sums of the items' amounts, because they all have the same deduction.
    total_debit: deduction && String(debitAmount(row.total_amount, row.total_fee, deduction)),
    total_arrival: deduction && String(arrivalAmount(row.total_amount, row.total_fee, deduction)),
    success_amount: String(row.success_amount),
    success_fee: String(row.success_fee),
    created_at: row.created_at.toISOString(),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    may_repair: isDraft && isOwn && viewer.permissions.has('batch_transfers.create'),
    may_submit: isInOrder && !(approval && isOwn) && viewer.permissions.has('batch_transfers.submit'),
    needs_second_person: approval !== null,
    approval: approval && { ...shownApproval(approval), lines: [...approval.lines] },
    open_card_count: unaccepted,
    ...(isDraft ? await warningsIn(db, viewer.merchantId, id) : NO_WARNINGS),
    repeats: repeatsId === null ? null : await relatedBatch(db, viewer.merchantId, repeatsId),
    repeated_by: await repeatingBatches(db, viewer.merchantId, id),
    repeatable_count: repeatable,
    may_repeat: repeatable > 0 && viewer.permissions.has('batch_transfers.create'),
  };
}

async function rowOf(db: DbOrTx, merchantId: string, id: string): Promise<Row | undefined> {
  const account = await accountOf(db, merchantId);
  const nameOf = (column: string) => sql`(select coalesce(u.real_name, u.username) from users u
    where u.merchant_id = ${account} and u.id = ${sql.ref(`b.${column}`)})`;
  const { rows } = await sql<Omit<Row, keyof Rest>>`
    select b.id, b.batch_no, b.file_name, b.currency, b.status, b.total_count, b.valid_count, b.invalid_count,
      b.success_count, b.failed_count, b.total_amount, b.total_fee, b.success_amount, b.success_fee, b.revision,
      b.channel_id, b.creator_id, b.repeats_batch_id, b.created_at, b.submitted_at, b.deduction, m.approval_threshold,
      m.daily_total, m.sum_window_hours, c.name as channel_name
    from v_batch_transfers b
    join merchants m on m.merchant_id = b.merchant_id
    left join channels c on c.merchant_id = b.merchant_id and c.id = b.channel_id
    where b.merchant_id = ${merchantId} and b.id = ${id}`.execute(db);
  if (!rows[0]) return undefined;
  // By a statement of its own, because Citus doesn't join subqueries with those of the view.
  const { rows: rest } = await sql<Rest>`
    select b.reading, ${nameOf('creator_id')} as creator_name, ${nameOf('approver_id')} as approver_name
    from batch_transfers b where b.merchant_id = ${merchantId} and b.id = ${id}`.execute(db);
  return rest[0] && { ...rows[0], ...rest[0] };
}

type Rest = Pick<Row, 'reading' | 'creator_name' | 'approver_name'>;

async function relatedBatch(db: DbOrTx, merchantId: string, id: string): Promise<BatchState['repeats']> {
  const batch = await batchNumbers(db, merchantId).where('id', '=', id).executeTakeFirst();
  return batch ?? null;
}

function repeatingBatches(db: DbOrTx, merchantId: string, id: string): Promise<BatchState['repeated_by']> {
  const repeating = batchNumbers(db, merchantId).where('repeats_batch_id', '=', id).where('status', '<>', 'discarded');
  return repeating.orderBy('created_at').orderBy('id').execute();
}

function batchNumbers(db: DbOrTx, merchantId: string) {
  return db.selectFrom('batch_transfers').where('merchant_id', '=', merchantId).select(['id', 'batch_no']);
}

/** Failed payouts of a batch that can be paid again; 0 while others are under way. */
async function repeatableIn(db: DbOrTx, merchantId: string, { id, status }: Row): Promise<number> {
  if (!ENDED_WITH_FAILURES.includes(status)) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from payouts p
    where p.merchant_id = ${merchantId} and p.batch_id = ${id} and p.status = 'failed' and not ${isRepeated}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

const NO_WARNINGS = { warning_count: 0, swallowed_count: 0 };

async function warningsIn(db: DbOrTx, merchantId: string, batchId: string): Promise<typeof NO_WARNINGS> {
  const { rows } = await sql<typeof NO_WARNINGS>`
    select count(*) filter (where recent_payout_no is not null
        or (card_hash is not null and amount is not null and alike > 1))::integer as warning_count,
      count(*) filter (where ${isSwallowed})::integer as swallowed_count
    from (
      select recent_payout_no, card_hash, amount, remark, count(*) over (partition by card_hash, amount) as alike
      from batch_transfer_items where merchant_id = ${merchantId} and batch_id = ${batchId}
    ) item`.execute(db);
  return rows[0] ?? NO_WARNINGS;
}
