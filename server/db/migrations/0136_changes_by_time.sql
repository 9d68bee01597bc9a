-- Older versions may write
-- Changes for open pages have the time at which they were written instead of a transaction's number, which no two nodes of
-- a database share. Triggers insert row by row and are given the name of their table, because a table that is distributed
-- over nodes has parts with other names, and a statement can't insert what it reads from a trigger's rows there.

alter table changes add column if not exists id uuid not null default gen_random_uuid();
alter table changes drop constraint if exists changes_pkey;
alter table changes add constraint changes_pkey primary key (merchant_id, at, id);
-- Only servers of the version before read it.
alter table changes alter column xid set default pg_current_xact_id();

create or replace function note_changes() returns trigger language plpgsql as $$
declare
  tenant uuid;
begin
  for tenant in select distinct merchant_id from changed loop
    insert into changes (merchant_id, resource, user_id, at)
    values (tenant, tg_argv[0], '00000000-0000-0000-0000-000000000000', clock_timestamp());
  end loop;
  return null;
end $$;

create or replace function note_notifications() returns trigger language plpgsql as $$
declare
  tenant uuid;
  reader uuid;
begin
  for tenant, reader in select distinct merchant_id, user_id from changed loop
    insert into changes (merchant_id, resource, user_id, at)
    values (tenant, 'notifications', reader, clock_timestamp());
  end loop;
  return null;
end $$;

create or replace function note_audited() returns trigger language plpgsql as $$
declare
  tenant uuid;
  named text;
begin
  for tenant, named in
    select distinct c.merchant_id, of_row.resource
    from changed c cross join lateral (values (c.resource), ('audit_logs')) as of_row (resource)
  loop
    insert into changes (merchant_id, resource, user_id, at)
    values (tenant, named, '00000000-0000-0000-0000-000000000000', clock_timestamp());
  end loop;
  return null;
end $$;

create or replace function note_batches() returns trigger language plpgsql as $$
declare
  tenant uuid;
  named text;
begin
  for tenant in select distinct merchant_id from changed where status <> 'uploading' loop
    foreach named in array '{batch_transfers,batch_transfer_items}'::text[] loop
      insert into changes (merchant_id, resource, user_id, at)
      values (tenant, named, '00000000-0000-0000-0000-000000000000', clock_timestamp());
    end loop;
  end loop;
  return null;
end $$;

create or replace function note_tasks() returns trigger language plpgsql as $$
begin
  insert into changes (merchant_id, resource, user_id, at)
  values (new.merchant_id, 'tasks', new.user_id, clock_timestamp());
  return null;
end $$;

create or replace trigger note_added after insert on orders
  referencing new table as changed for each statement execute function note_changes('orders');
create or replace trigger note_changed after update on orders
  referencing new table as changed for each statement execute function note_changes('orders');
create or replace trigger note_added after insert on payouts
  referencing new table as changed for each statement execute function note_changes('payouts');
create or replace trigger note_changed after update on payouts
  referencing new table as changed for each statement execute function note_changes('payouts');
create or replace trigger note_added after insert on deposits
  referencing new table as changed for each statement execute function note_changes('deposits');
create or replace trigger note_changed after update on deposits
  referencing new table as changed for each statement execute function note_changes('deposits');
create or replace trigger note_added after insert on withdrawals
  referencing new table as changed for each statement execute function note_changes('withdrawals');
create or replace trigger note_changed after update on withdrawals
  referencing new table as changed for each statement execute function note_changes('withdrawals');
create or replace trigger note_added after insert on payment_requests
  referencing new table as changed for each statement execute function note_changes('payment_requests');
create or replace trigger note_changed after update on payment_requests
  referencing new table as changed for each statement execute function note_changes('payment_requests');
create or replace trigger note_added after insert on adjustments
  referencing new table as changed for each statement execute function note_changes('adjustments');
create or replace trigger note_changed after update on adjustments
  referencing new table as changed for each statement execute function note_changes('adjustments');
create or replace trigger note_added after insert on refunds
  referencing new table as changed for each statement execute function note_changes('refunds');
create or replace trigger note_changed after update on refunds
  referencing new table as changed for each statement execute function note_changes('refunds');
create or replace trigger note_added after insert on ledger_entries
  referencing new table as changed for each statement execute function note_changes('ledger_entries');
create or replace trigger note_changed after update on webhook_deliveries
  referencing new table as changed for each statement execute function note_changes('webhook_deliveries');
create or replace trigger note_changed after update on batch_transfer_items
  referencing new table as changed for each statement execute function note_changes('batch_transfer_items');
