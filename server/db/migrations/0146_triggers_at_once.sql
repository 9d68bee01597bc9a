-- Older versions may write
-- Not on clusters
-- Triggers write all their rows by one statement again, which is faster. Where tables are distributed they can't, so
-- `rowByRow.sql` replaces these functions there.

create or replace function note_changes() returns trigger language plpgsql as $$
begin
  insert into changes (merchant_id, resource, user_id, at)
  select merchant_id, tg_argv[0], '00000000-0000-0000-0000-000000000000', clock_timestamp() from changed group by merchant_id;
  return null;
end $$;

create or replace function note_notifications() returns trigger language plpgsql as $$
begin
  insert into changes (merchant_id, resource, user_id, at)
  select merchant_id, 'notifications', user_id, clock_timestamp() from changed group by merchant_id, user_id;
  return null;
end $$;

create or replace function note_audited() returns trigger language plpgsql as $$
begin
  insert into changes (merchant_id, resource, user_id, at)
  select c.merchant_id, named.resource, '00000000-0000-0000-0000-000000000000', clock_timestamp()
  from changed c cross join lateral (values (c.resource), ('audit_logs')) as named (resource)
  group by c.merchant_id, named.resource;
  return null;
end $$;

create or replace function note_batches() returns trigger language plpgsql as $$
begin
  insert into changes (merchant_id, resource, user_id, at)
  select c.merchant_id, named.resource, '00000000-0000-0000-0000-000000000000', clock_timestamp()
  from changed c cross join (values ('batch_transfers'), ('batch_transfer_items')) as named (resource)
  where c.status <> 'uploading'
  group by c.merchant_id, named.resource;
  return null;
end $$;

create or replace function note_orders_added() returns trigger language plpgsql as $$
begin
  insert into order_deltas (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
  select merchant_id, order_bucket(created_at), currency, channel_id, status,
    count(*), sum(amount), sum(fee), sum(arrival_amount)
  from added group by 1, 2, 3, 4, 5;
  return null;
end $$;

create or replace function note_orders_removed() returns trigger language plpgsql as $$
begin
  insert into order_deltas (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
  select merchant_id, order_bucket(created_at), currency, channel_id, status,
    -count(*), -sum(amount), -sum(fee), -sum(arrival_amount)
  from removed group by 1, 2, 3, 4, 5;
  return null;
end $$;

-- Of changes to other columns nothing is left after the grouping.
create or replace function note_orders_changed() returns trigger language plpgsql as $$
begin
  insert into order_deltas (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
  select merchant_id, order_bucket(created_at), currency, channel_id, status,
    sum(sign), sum(sign * amount), sum(sign * fee), sum(sign * arrival_amount)
  from (
    select merchant_id, created_at, currency, channel_id, status, amount, fee, arrival_amount, 1 as sign from added
    union all
    select merchant_id, created_at, currency, channel_id, status, amount, fee, arrival_amount, -1 from removed
  ) changed
  group by 1, 2, 3, 4, 5
  having sum(sign) <> 0 or sum(sign * amount) <> 0 or sum(sign * fee) <> 0 or sum(sign * arrival_amount) <> 0;
  return null;
end $$;

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

create or replace function note_words() returns trigger language plpgsql as $$
declare
  former jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  present jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  searched text;
begin
  foreach searched in array tg_argv loop
    continue when former ->> searched is not distinct from present ->> searched;
    if former is not null then
      delete from search_words
      where merchant_id = old.merchant_id and resource = tg_table_name::text and row_id = old.id and field = searched;
    end if;
    insert into search_words (merchant_id, resource, row_id, word, field)
    select new.merchant_id, tg_table_name::text, new.id, entry, searched
    from unnest(search_entries(present ->> searched)) as entry
    on conflict do nothing;
  end loop;
  return null;
end $$;
