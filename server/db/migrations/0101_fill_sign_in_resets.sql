-- The last reset of each user is known.
insert into sign_in_resets (merchant_id, user_id, reset_by, reset_at)
  select merchant_id, id, reset_by, reset_at from users where reset_by is not null and reset_at is not null
  on conflict (merchant_id, user_id, reset_by) do nothing;
