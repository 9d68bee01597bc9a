-- The fee of a valid item is expected only while its batch is a draft: a discarded batch is never paid.
create or replace view v_batch_transfer_items as
  select i.merchant_id, i.id, i.batch_id, i.line_no, i.payee_name, i.card_number_masked as card_number, i.bank_name,
    i.branch_name, i.amount, i.fee, i.currency, i.remark, i.status, i.error_code, i.error_msg, i.payout_id,
    i.created_at, i.updated_at, b.status as batch_status
  from batch_transfer_items i
  join batch_transfers b on b.merchant_id = i.merchant_id and b.id = i.batch_id;
