-- Filters of orders, payouts and refunds by the state of their notification and by error code. Only failed records have an
-- error code.

create index if not exists orders_by_notify_status on orders (merchant_id, notify_status, created_at, id);
create index if not exists orders_by_error_code on orders (merchant_id, error_code, created_at, id)
  where error_code is not null;

create index if not exists payouts_by_notify_status on payouts (merchant_id, notify_status, created_at, id);
create index if not exists payouts_by_error_code on payouts (merchant_id, error_code, created_at, id)
  where error_code is not null;

create index if not exists refunds_by_notify_status on refunds (merchant_id, notify_status, created_at, id);
create index if not exists refunds_by_error_code on refunds (merchant_id, error_code, created_at, id)
  where error_code is not null;
