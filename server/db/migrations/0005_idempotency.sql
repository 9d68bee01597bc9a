-- What makes a call that moves money happen once, and its payment password.

-- Answers of calls that were made, by the key that the caller chose for each. A row is written in the transaction that
-- has the effect: it is there exactly when the effect is.
create table if not exists idempotency_keys (
  merchant_id uuid not null references merchants (merchant_id),
  user_id uuid not null,
  route text not null,
  key text not null,
  body_hash text not null, -- SHA-256, hex
  answer json, -- as it was sent: jsonb would put its keys into another order
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, user_id, route, key)
);
create index if not exists idempotency_keys_by_expiry on idempotency_keys (merchant_id, expires_at);

-- Wrong payment passwords in a row, by user.
create table if not exists pay_password_attempts (
  merchant_id uuid not null,
  user_id uuid not null,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);
