-- Failed rows of a batch are paid again by a new batch. A row of a discarded batch repeats nothing any more, so each
-- payout is repeated by one row at most.

alter table batch_transfers add column if not exists repeats_batch_id uuid;
alter table batch_transfers alter column file_sha256 drop not null; -- null: made from another batch, not from a file
create index if not exists batch_transfers_by_repeated on batch_transfers (merchant_id, repeats_batch_id)
  where repeats_batch_id is not null;

alter table batch_transfer_items add column if not exists repeats_payout_id uuid;
create unique index if not exists batch_transfer_items_by_repeated on batch_transfer_items (merchant_id, repeats_payout_id)
  where repeats_payout_id is not null;

create or replace view v_batch_transfer_items as
  select i.merchant_id, i.id, i.batch_id, i.line_no, i.payee_name, i.card_number_masked as card_number, i.bank_name,
    i.branch_name, i.amount, i.fee, i.currency, i.remark, i.status, i.error_code, i.error_msg, i.payout_id,
    i.created_at, i.updated_at, b.status as batch_status, i.repeats_payout_id
  from batch_transfer_items i
  join batch_transfers b on b.merchant_id = i.merchant_id and b.id = i.batch_id;
