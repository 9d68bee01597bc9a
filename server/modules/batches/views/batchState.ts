import { sql, type Kysely } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { BatchState } from '#shared/contract/batches.ts';
import type { Database } from '#server/db/schema.ts';
import { NotFoundError } from '#server/errors.ts';
import { openCards } from '../items/storeItems.ts';

/** The user whose permissions determine the offered actions. */
export interface Viewer {
  merchantId: string;
  userId: string;
  permissions: ReadonlySet<string>;
}

interface Row {
  id: string;
  batch_no: string;
  file_name: string;
  currency: string;
  status: BatchState['status'];
  total_count: number;
  valid_count: number;
  invalid_count: number;
  success_count: number;
  failed_count: number;
  total_amount: bigint;
  total_fee: bigint;
  success_amount: bigint;
  success_fee: bigint;
  revision: number;
  channel_id: string | null;
  channel_name: string | null;
  creator_id: string | null;
  creator_name: string | null;
  approver_name: string | null;
  created_at: Date;
  submitted_at: Date | null;
  approval_threshold: bigint;
}

/** A batch and its progress. @throws {NotFoundError} if the viewer's tenant has no such batch */
export async function batchState(db: Kysely<Database>, viewer: Viewer, id: string): Promise<BatchState> {
  const row = isUuid(id) ? await rowOf(db, viewer.merchantId, id) : undefined;
  if (!row) throw new NotFoundError();
  const { approval_threshold: threshold, ...shown } = row;
  const isDraft = row.status === 'draft';
  const isOwn = row.creator_id === viewer.userId;
  const needsSecond = row.total_amount > threshold;
  const unaccepted = isDraft ? await openCards(db, { merchantId: viewer.merchantId, batchId: id }) : 0;
  const isInOrder = isDraft && row.invalid_count === 0 && row.valid_count > 0 && unaccepted === 0;
  return {
    ...shown,
    total_amount: String(row.total_amount),
    total_fee: String(row.total_fee),
    success_amount: String(row.success_amount),
    success_fee: String(row.success_fee),
    created_at: row.created_at.toISOString(),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    may_repair: isDraft && isOwn && viewer.permissions.has('batch_transfers.create'),
    may_submit: isInOrder && !(needsSecond && isOwn) && viewer.permissions.has('batch_transfers.submit'),
    needs_second_person: needsSecond,
    open_card_count: unaccepted,
    warning_count: isDraft ? await warningsIn(db, viewer.merchantId, id) : 0,
  };
}

async function rowOf(db: Kysely<Database>, merchantId: string, id: string): Promise<Row | undefined> {
  const nameOf = (column: string) => sql`(select coalesce(u.real_name, u.username) from users u
    where u.merchant_id = coalesce(m.live_merchant_id, m.merchant_id) and u.id = ${sql.ref(`b.${column}`)})`;
  const { rows } = await sql<Row>`
    select b.id, b.batch_no, b.file_name, b.currency, b.status, b.total_count, b.valid_count, b.invalid_count,
      b.success_count, b.failed_count, b.total_amount, b.total_fee, b.success_amount, b.success_fee, b.revision,
      b.channel_id, b.creator_id, b.created_at, b.submitted_at, m.approval_threshold, c.name as channel_name,
      ${nameOf('creator_id')} as creator_name, ${nameOf('approver_id')} as approver_name
    from batch_transfers b
    join merchants m on m.merchant_id = b.merchant_id
    left join channels c on c.merchant_id = b.merchant_id and c.id = b.channel_id
    where b.merchant_id = ${merchantId} and b.id = ${id}`.execute(db);
  return rows[0];
}

async function warningsIn(db: Kysely<Database>, merchantId: string, batchId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select recent_payout_no, card_hash, amount, count(*) over (partition by card_hash, amount) as alike
      from batch_transfer_items where merchant_id = ${merchantId} and batch_id = ${batchId}
    ) item
    where recent_payout_no is not null or (card_hash is not null and amount is not null and alike > 1)`.execute(db);
  return rows[0]?.count ?? 0;
}
