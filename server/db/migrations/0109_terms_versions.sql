-- Older versions may write
-- Which version of a tenant's terms is in force, so that servers can keep in memory what gateway calls need: the tenant's own
-- row, its signing keys and its channels. Any change gives the tenant another version. Without a row, nothing has changed yet.
-- Changes of the platform's own rows, of its channels and of their connections give the platform another one.

create table if not exists terms_versions (
  merchant_id uuid primary key,
  version uuid not null
);

-- In the order of tenants, so that two transactions that change several don't wait for each other.
create or replace function note_terms() returns trigger language plpgsql as $$
begin
  insert into terms_versions (merchant_id, version)
  select tenant, gen_random_uuid() from (select distinct merchant_id as tenant from changed) tenants order by tenant
  on conflict (merchant_id) do update set version = excluded.version;
  return null;
end $$;

-- When a key was used or somebody signed in last is no change of terms.
create or replace function note_changed_terms() returns trigger language plpgsql as $$
declare
  no_terms text[] := '{last_used_at,last_used_ip,last_login_at}';
begin
  insert into terms_versions (merchant_id, version)
  select tenant, gen_random_uuid() from (
    select distinct merchant_id as tenant from (
      (select merchant_id, to_jsonb(b) - no_terms from before b except select merchant_id, to_jsonb(c) - no_terms from changed c)
      union all
      (select merchant_id, to_jsonb(c) - no_terms from changed c except select merchant_id, to_jsonb(b) - no_terms from before b)
    ) different
  ) tenants order by tenant
  on conflict (merchant_id) do update set version = excluded.version;
  return null;
end $$;

create or replace trigger note_changed_terms after update on merchants
  referencing old table as before new table as changed for each statement execute function note_changed_terms();

create or replace trigger note_added_terms after insert on merchant_keys
  referencing new table as changed for each statement execute function note_terms();
create or replace trigger note_removed_terms after delete on merchant_keys
  referencing old table as changed for each statement execute function note_terms();
create or replace trigger note_changed_terms after update on merchant_keys
  referencing old table as before new table as changed for each statement execute function note_changed_terms();

create or replace trigger note_added_terms after insert on signing_keys
  referencing new table as changed for each statement execute function note_terms();
create or replace trigger note_removed_terms after delete on signing_keys
  referencing old table as changed for each statement execute function note_terms();
create or replace trigger note_changed_terms after update on signing_keys
  referencing old table as before new table as changed for each statement execute function note_changed_terms();

create or replace trigger note_added_terms after insert on channels
  referencing new table as changed for each statement execute function note_terms();
create or replace trigger note_removed_terms after delete on channels
  referencing old table as changed for each statement execute function note_terms();
create or replace trigger note_changed_terms after update on channels
  referencing old table as before new table as changed for each statement execute function note_changed_terms();

create or replace trigger note_added_terms after insert on channel_connections
  referencing new table as changed for each statement execute function note_terms();
create or replace trigger note_removed_terms after delete on channel_connections
  referencing old table as changed for each statement execute function note_terms();
create or replace trigger note_changed_terms after update on channel_connections
  referencing old table as before new table as changed for each statement execute function note_changed_terms();
