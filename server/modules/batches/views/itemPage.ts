import { sql } from 'kysely';
import { BATCH_COLUMNS } from '#shared/contract/batchFile.ts';
import type { BatchItem, BATCH_ITEM_FILTERS } from '#shared/contract/batches.ts';
import type { Translate } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { orNotFound } from '#server/errors.ts';
import type { Item } from '../items/makeItem.ts';
import { hasOpenCard, isSwallowed } from '../items/storeItems.ts';

interface WantedItems {
  merchantId: string;
  batchId: string;
  show: (typeof BATCH_ITEM_FILTERS)[number];
  first: number;
  count: number;
}

interface Row extends Item {
  twin_line: number | null;
  /** True if there is a recent payout of the same card and amount. */
  is_recent: boolean;
  is_draft: boolean;
  is_swallowed: boolean;
  saved_payee: BatchItem['saved_payee'];
  payout_no: string | null;
  repeats_payout_no: string | null;
  repeated_by: BatchItem['repeated_by'];
}

/** Items with the line of another item of the same card and amount, computed for drafts only. */
const withTwins = ({ merchantId, batchId }: Pick<WantedItems, 'merchantId' | 'batchId'>) => sql<Row>`
  select i.*, case when i.card_hash is null or i.amount is null or b.status <> 'draft' then null
      when i.line_no > first_value(i.line_no) over alike then first_value(i.line_no) over alike
      else lead(i.line_no) over alike end as twin_line,
    b.status = 'draft' as is_draft, b.status = 'draft' and i.recent_payout_no is not null as is_recent,
    b.status = 'draft' and ${isSwallowed} as is_swallowed
  from batch_transfer_items i
  join batch_transfers b on b.merchant_id = i.merchant_id and b.id = i.batch_id
  where i.merchant_id = ${merchantId} and i.batch_id = ${batchId}
  window alike as (partition by i.card_hash, i.amount order by i.line_no)`;

/** Columns of an `item`, with the saved payee of its number and the numbers of its payouts and of what pays it again. */
const withRelated = (merchantId: string) => sql`item.*,
  (select json_build_object('name', y.name, 'status', y.status) from payees y
    where y.merchant_id = ${merchantId} and y.card_hash = item.card_hash) as saved_payee,
  (select p.order_no from payouts p where p.merchant_id = ${merchantId} and p.id = item.payout_id) as payout_no,
  (select p.order_no from payouts p
    where p.merchant_id = ${merchantId} and p.id = item.repeats_payout_id) as repeats_payout_no,
  coalesce(
    (select json_build_object('resource', 'payment_requests', 'id', r.id, 'number', r.request_no) from payment_requests r
      where r.merchant_id = ${merchantId} and r.repeats_payout_id = item.payout_id
        and r.status in ('pending', 'pass')),
    (select json_build_object('resource', 'batch_transfers', 'id', b.id, 'number', b.batch_no)
      from batch_transfer_items r join batch_transfers b on b.merchant_id = r.merchant_id and b.id = r.batch_id
      where r.merchant_id = ${merchantId} and r.repeats_payout_id = item.payout_id)) as repeated_by`;

/** A page of a batch's items in file order, and the total number of matching items. */
export async function itemPage(
  db: DbOrTx,
  wanted: WantedItems,
  translate: Translate,
): Promise<{ items: BatchItem[]; total: number }> {
  const chosen =
    wanted.show === 'all'
      ? sql`true`
      : sql`(item.status in ('invalid', 'failed') or item.twin_line is not null or item.is_recent
          or item.is_swallowed or (item.is_draft and ${hasOpenCard}))`;
  const { rows } = await sql<Row>`
    select ${withRelated(wanted.merchantId)} from (${withTwins(wanted)}) item where ${chosen}
    order by line_no offset ${wanted.first} limit ${wanted.count}`.execute(db);
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from (${withTwins(wanted)}) item where ${chosen}`.execute(db);
  return { items: rows.map((row) => shownItem(row, translate)), total: counted.rows[0]?.count ?? 0 };
}

/** One item in the same form. @throws {NotFoundError} if it no longer exists */
export async function oneItem(
  db: DbOrTx,
  { merchantId, batchId, id }: { merchantId: string; batchId: string; id: string },
  translate: Translate,
): Promise<BatchItem> {
  const { rows } = await sql<Row>`
    select ${withRelated(merchantId)} from (${withTwins({ merchantId, batchId })}) item where id = ${id}`.execute(db);
  return shownItem(orNotFound(rows[0]), translate);
}

/** Rows of drafts from before card numbers were checked must be checked first. */
function concernOf({ card_check: found }: Row): BatchItem['card_concern'] {
  if (found === 'sound') return null;
  return found ?? 'unchecked';
}

function shownItem(row: Row, translate: Translate): BatchItem {
  const { id, line_no, status, twin_line, error_code, error_msg, payout_id } = row;
  const problems: BatchItem['problems'] = {};
  for (const column of BATCH_COLUMNS) {
    const found = row.problems?.[column];
    if (found) problems[column] = found.map(({ key, args }) => translate(`errors.${key}`, args));
  }
  return {
    id,
    line_no,
    status,
    twin_line,
    error_code,
    error_msg,
    payout_id,
    payout_no: row.payout_no,
    saved_payee: row.saved_payee,
    repeats_payout_id: row.repeats_payout_id,
    repeats_payout_no: row.repeats_payout_no,
    repeated_by: row.repeated_by,
    recent_payout_no: row.is_recent ? row.recent_payout_no : null,
    card_concern: row.is_draft && status === 'valid' ? concernOf(row) : null,
    is_swallowed: row.is_swallowed,
    card_accepted: row.card_accepted,
    cells: {
      payee_name: row.payee_name ?? '',
      card_number: row.card_number_masked ?? '',
      bank_name: row.bank_name ?? '',
      branch_name: row.branch_name ?? '',
      amount: row.amount_text ?? '',
      remark: row.remark ?? '',
    },
    problems,
    amount: row.amount?.toString() ?? null,
    fee: row.fee?.toString() ?? null,
  };
}
