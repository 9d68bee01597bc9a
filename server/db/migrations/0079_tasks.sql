-- Exports in the background: what is to be made, how far it is, and its file for a day.

create table if not exists tasks (
  merchant_id uuid not null references merchants (merchant_id), -- a merchant's test side, for tasks of its test mode
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('export')),
  resource text not null,
  query jsonb not null, -- format, filter, sort and columns of the export
  language text not null,
  ip text not null, -- ip and user_agent: from where it was begun, for the audit log
  user_agent text,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  attempt integer not null default 0, -- of the current run; a run of a lower number may no longer write
  is_recorded boolean not null default false, -- in the audit log
  done_rows integer not null default 0,
  total_rows integer, -- null: not counted yet
  file_size bigint not null default 0, -- bytes in task_parts of the current attempt
  media_type text, -- media_type and disposition: headers of the file
  disposition text,
  permissions jsonb, -- those of the user when the file was made
  error text, -- its stable ID
  error_args jsonb,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz, -- null: not finished
  primary key (merchant_id, id)
);
create index if not exists tasks_by_user on tasks (merchant_id, user_id, id);
create index if not exists tasks_by_expiry on tasks (merchant_id, expires_at) where expires_at is not null;

-- The bytes of a task's file. No cascade: deleting a large file takes long, so its parts are deleted a few at a time.
create table if not exists task_parts (
  merchant_id uuid not null references merchants (merchant_id),
  task_id uuid not null,
  attempt integer not null,
  part_no integer not null, -- from 0
  bytes bytea not null,
  primary key (merchant_id, task_id, attempt, part_no),
  foreign key (merchant_id, task_id) references tasks (merchant_id, id)
);

-- One row for each unfinished task. Workers take what is due by moving `due_at` on, as they do with payout_jobs.
create table if not exists task_jobs (
  merchant_id uuid not null references merchants (merchant_id),
  task_id uuid not null,
  due_at timestamptz not null,
  polls integer not null default 0,
  primary key (merchant_id, task_id)
);
create index if not exists task_jobs_by_due_at on task_jobs (merchant_id, due_at);

-- Tells open pages of the user that a task has begun or ended, but not how far it is.
create or replace function note_tasks() returns trigger language plpgsql as $$
begin
  insert into changes (merchant_id, xid, resource, user_id, at)
  values (new.merchant_id, pg_current_xact_id(), tg_table_name, new.user_id, clock_timestamp())
  on conflict do nothing;
  return null;
end $$;
create or replace trigger note_added after insert on tasks for each row execute function note_tasks();
create or replace trigger note_changed after update on tasks
  for each row when (old.status is distinct from new.status or old.expires_at is distinct from new.expires_at)
  execute function note_tasks();
