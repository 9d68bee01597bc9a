-- Wrong login passwords given by somebody who is signed in, counted like wrong payment passwords: a session that was
-- stolen must not become a way to guess the password.

create table if not exists login_password_attempts (
  merchant_id uuid not null,
  user_id uuid not null,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);
