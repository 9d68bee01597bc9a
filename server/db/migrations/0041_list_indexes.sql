-- For filters, sorts and searches of lists that read all rows of their tenant until now. What is searched by its
-- beginning needs an index by bytes, whatever order the database sorts texts in.

create index if not exists payouts_by_source on payouts (merchant_id, source, created_at, id);

create index if not exists bankcards_by_status on bankcards (merchant_id, status, created_at, id);
create index if not exists bankcards_by_name on bankcards (merchant_id, name collate "C", id);
create index if not exists bankcards_by_bank_name on bankcards (merchant_id, bank_name collate "C", id);

create index if not exists users_by_time on users (merchant_id, created_at, id);
create index if not exists users_by_status on users (merchant_id, status, created_at, id);
create index if not exists users_by_username on users (merchant_id, username collate "C", id);
create index if not exists users_by_real_name on users (merchant_id, real_name collate "C", id);

create index if not exists roles_by_time on roles (merchant_id, created_at, id);
create index if not exists roles_by_name on roles (merchant_id, name collate "C", id);
