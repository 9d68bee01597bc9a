-- What the items of batches that were paid until now come to.

update batch_transfers b set success_amount = paid.amount, success_fee = paid.fee
from (
  select merchant_id, batch_id, sum(amount) as amount, sum(fee) as fee
  from batch_transfer_items where status = 'success' group by merchant_id, batch_id
) paid
where paid.merchant_id = b.merchant_id and paid.batch_id = b.id;
