-- What has changed lately in which tenant, for pages that are open: hints without values, kept for a quarter of an hour.

create table if not exists changes (
  merchant_id uuid not null,
  xid xid8 not null, -- of the transaction: what a reader's snapshot did not see yet is news to it
  resource text collate "C" not null, -- name of the table, or of the resource that was audited
  user_id uuid not null, -- whom alone it concerns; zeros: everybody
  at timestamptz not null,
  primary key (merchant_id, xid, resource, user_id)
);

-- One row a tenant, resource and transaction, however many rows it has changed.
create or replace function note_changes() returns trigger language plpgsql as $$
begin
  insert into changes (merchant_id, xid, resource, user_id, at)
  select distinct merchant_id, pg_current_xact_id(), tg_table_name, '00000000-0000-0000-0000-000000000000'::uuid,
    clock_timestamp()
  from changed
  on conflict do nothing;
  return null;
end $$;

create or replace function note_notifications() returns trigger language plpgsql as $$
begin
  insert into changes (merchant_id, xid, resource, user_id, at)
  select distinct merchant_id, pg_current_xact_id(), tg_table_name, user_id, clock_timestamp() from changed
  on conflict do nothing;
  return null;
end $$;

-- Whatever people change is audited: this tells of users, roles, cards and all that declarations alone keep.
create or replace function note_audited() returns trigger language plpgsql as $$
begin
  insert into changes (merchant_id, xid, resource, user_id, at)
  select distinct c.merchant_id, pg_current_xact_id(), named.resource, '00000000-0000-0000-0000-000000000000'::uuid,
    clock_timestamp()
  from changed c cross join lateral (values (c.resource), ('audit_logs')) as named (resource)
  on conflict do nothing;
  return null;
end $$;

create or replace trigger note_added after insert on audit_logs
  referencing new table as changed for each statement execute function note_audited();

create or replace trigger note_added after insert on orders
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_changed after update on orders
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_added after insert on payouts
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_changed after update on payouts
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_added after insert on deposits
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_changed after update on deposits
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_added after insert on withdrawals
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_changed after update on withdrawals
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_added after insert on payment_requests
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_changed after update on payment_requests
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_added after insert on adjustments
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_changed after update on adjustments
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_added after insert on ledger_entries
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_added after insert on batch_transfers
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_changed after update on batch_transfers
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_added after insert on batch_transfer_items
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_changed after update on batch_transfer_items
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_added after insert on notifications
  referencing new table as changed for each statement execute function note_notifications();
create or replace trigger note_changed after update on notifications
  referencing new table as changed for each statement execute function note_notifications();
