-- Monthly statements by email. Null: the user doesn't want them.
alter table users add column if not exists statement_mail_language text;

-- One row for each statement to send. It is deleted when the mail server has accepted the message, or it is given up. Workers
-- take what is due by moving `due_at` on, as they do with payout_jobs.
create table if not exists mail_jobs (
  merchant_id uuid not null references merchants (merchant_id),
  mail_id uuid not null, -- the message's ID, the same in each attempt
  user_id uuid not null,
  month date not null, -- its first day
  is_recorded boolean not null default false, -- in the audit log
  created_at timestamptz not null,
  due_at timestamptz not null,
  polls integer not null default 0, -- failed attempts
  primary key (merchant_id, mail_id)
);
create index if not exists mail_jobs_by_due_at on mail_jobs (merchant_id, due_at);
