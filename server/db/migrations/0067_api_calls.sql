-- Calls of merchants' servers to the gateway, for those who integrate them; kept for 30 days. No bodies and no secrets.
create table if not exists api_calls (
  merchant_id uuid not null,
  id uuid not null,
  call text not null check (call in ('collect', 'payout', 'refund', 'query')),
  result text not null check (result in ('accepted', 'rejected', 'failed')),
  http_status integer not null,
  error text, -- its stable ID; null: the call was accepted
  refusal jsonb, -- what the texts of the error are made of, in the language of each reader
  order_no text collate "C", -- as the call names it
  ip text not null,
  duration_ms integer not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
create index if not exists api_calls_by_time on api_calls (merchant_id, created_at, id);
create index if not exists api_calls_by_result on api_calls (merchant_id, result, created_at, id);
create index if not exists api_calls_by_call on api_calls (merchant_id, call, created_at, id);
create index if not exists api_calls_by_error on api_calls (merchant_id, error, created_at, id) where error is not null;
create index if not exists api_calls_by_order_no on api_calls (merchant_id, order_no) where order_no is not null;
