-- Scheduled actions of declared resources, one row for each tenant and action. `next_on` is the tenant's day of the next run,
-- or of the one under way, which has dealt with all records up to `after_id`.
create table if not exists schedules (
  merchant_id uuid not null,
  id uuid not null,
  resource text collate "C" not null,
  action text collate "C" not null,
  run_at text not null, -- time of day: 03:00
  time_zone text not null,
  next_on date not null,
  after_id uuid,
  started_at timestamptz,
  changed integer not null default 0,
  refused integer not null default 0,
  last_on date,
  last_changed integer,
  last_refused integer,
  finished_at timestamptz,
  primary key (merchant_id, id)
);
create unique index if not exists schedules_by_action on schedules (merchant_id, resource, action);

create table if not exists schedule_jobs (
  merchant_id uuid not null,
  schedule_id uuid not null,
  due_at timestamptz not null,
  polls integer not null default 0,
  primary key (merchant_id, schedule_id)
) with (fillfactor = 50);
create index if not exists schedule_jobs_by_due_at on schedule_jobs (merchant_id, due_at);
