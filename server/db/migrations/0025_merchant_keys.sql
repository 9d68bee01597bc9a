-- The keys that merchants sign their calls to the gateway with.

-- One without an end is in force. Its forerunner ends when its grace time is over, and is forgotten some time after.
create table if not exists merchant_keys (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  -- Encrypted, with the id before the key: one that is put into another row is not taken for that row's.
  key_value text not null,
  -- Its last characters, by which people know it.
  key_tail text not null,
  created_at timestamptz not null,
  ends_at timestamptz,
  last_used_at timestamptz,
  primary key (merchant_id, id)
);

create unique index if not exists merchant_keys_in_force on merchant_keys (merchant_id) where ends_at is null;
