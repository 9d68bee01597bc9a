-- Whatever was told to a channel before there were adapters was told to the sandbox.

update payout_jobs set sent_to = 'sandbox' where sent_to is null and exists (
  select 1 from payouts p
  where p.merchant_id = payout_jobs.merchant_id and p.id = payout_jobs.payout_id and p.status = 'processing'
);
update order_jobs set sent_to = 'sandbox' where sent_to is null and (polls > 0 or pay_url is not null);
