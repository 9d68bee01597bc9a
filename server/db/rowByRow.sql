-- Trigger functions for distributed tables, where a statement can't insert into such a table what it reads from a trigger's rows, and
-- where a table's parts have other names. `distribute.ts` replaces those of migration 0146 by them, before it distributes the first
-- tables. Who changes one of these functions changes both, and clusters that exist, where 0146 isn't applied.

create or replace function note_changes() returns trigger language plpgsql as $$
declare
  tenants uuid[] := array(select distinct merchant_id from changed);
  tenant uuid;
begin
  foreach tenant in array tenants loop
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

create or replace function note_orders_added() returns trigger language plpgsql as $$
declare
  deltas order_deltas[] := array(
    select row(merchant_id, gen_random_uuid(), order_bucket(created_at), currency, channel_id, status,
      count(*), sum(amount), sum(fee), sum(arrival_amount))::order_deltas
    from added group by merchant_id, order_bucket(created_at), currency, channel_id, status
  );
  delta order_deltas;
begin
  foreach delta in array deltas loop
    insert into order_deltas values (delta.*);
  end loop;
  return null;
end $$;

create or replace function note_orders_removed() returns trigger language plpgsql as $$
declare
  deltas order_deltas[] := array(
    select row(merchant_id, gen_random_uuid(), order_bucket(created_at), currency, channel_id, status,
      -count(*), -sum(amount), -sum(fee), -sum(arrival_amount))::order_deltas
    from removed group by merchant_id, order_bucket(created_at), currency, channel_id, status
  );
  delta order_deltas;
begin
  foreach delta in array deltas loop
    insert into order_deltas values (delta.*);
  end loop;
  return null;
end $$;

create or replace function note_orders_changed() returns trigger language plpgsql as $$
declare
  deltas order_deltas[] := array(
    select row(merchant_id, gen_random_uuid(), order_bucket(created_at), currency, channel_id, status,
      sum(sign), sum(sign * amount), sum(sign * fee), sum(sign * arrival_amount))::order_deltas
    from (
      select merchant_id, created_at, currency, channel_id, status, amount, fee, arrival_amount, 1 as sign from added
      union all
      select merchant_id, created_at, currency, channel_id, status, amount, fee, arrival_amount, -1 from removed
    ) changed
    group by merchant_id, order_bucket(created_at), currency, channel_id, status
    having sum(sign) <> 0 or sum(sign * amount) <> 0 or sum(sign * fee) <> 0 or sum(sign * arrival_amount) <> 0
  );
  delta order_deltas;
begin
  foreach delta in array deltas loop
    insert into order_deltas values (delta.*);
  end loop;
  return null;
end $$;

create or replace function note_terms() returns trigger language plpgsql as $$
declare
  tenant uuid;
begin
  for tenant in select distinct merchant_id from changed order by merchant_id loop
    continue when not has_terms_here(tenant);
    insert into terms_versions (merchant_id, version) values (tenant, gen_random_uuid())
    on conflict (merchant_id) do update set version = excluded.version;
  end loop;
  return null;
end $$;

create or replace function note_changed_terms() returns trigger language plpgsql as $$
declare
  no_terms text[] := '{last_used_at,last_used_ip,last_login_at}';
  tenant uuid;
begin
  for tenant in
    select distinct merchant_id from (
      (select merchant_id, to_jsonb(b) - no_terms from before b except select merchant_id, to_jsonb(c) - no_terms from changed c)
      union all
      (select merchant_id, to_jsonb(c) - no_terms from changed c except select merchant_id, to_jsonb(b) - no_terms from before b)
    ) different order by merchant_id
  loop
    continue when not has_terms_here(tenant);
    insert into terms_versions (merchant_id, version) values (tenant, gen_random_uuid())
    on conflict (merchant_id) do update set version = excluded.version;
  end loop;
  return null;
end $$;

create or replace function note_words() returns trigger language plpgsql as $$
declare
  whole text := case when to_regclass('pg_dist_shard') is null then tg_table_name else whole_table(tg_table_name) end;
  former jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  present jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  searched text;
begin
  foreach searched in array tg_argv loop
    continue when former ->> searched is not distinct from present ->> searched;
    if former is not null then
      delete from search_words
      where merchant_id = old.merchant_id and resource = whole and row_id = old.id and field = searched;
    end if;
    insert into search_words (merchant_id, resource, row_id, word, field)
    select new.merchant_id, whole, new.id, entry, searched
    from unnest(search_entries(present ->> searched)) as entry
    on conflict do nothing;
  end loop;
  return null;
end $$;
