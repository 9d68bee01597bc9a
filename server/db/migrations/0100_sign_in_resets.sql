-- Who could have set up the sign-in of a user since the invitation: who reset it, invited the user again, or changed the
-- email address to which links go. One row for each user who did, with the last time; users.reset_by is only the last one.
create table if not exists sign_in_resets (
  merchant_id uuid not null,
  user_id uuid not null,
  reset_by uuid not null,
  reset_at timestamptz not null,
  primary key (merchant_id, user_id, reset_by),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);
