-- Older versions may write
-- Triggers where tables are distributed over nodes by Citus. A table's parts have names such as `orders_102209`. A table that
-- every node has fires its triggers on every node, of which one has the rows of the tenant.

-- The table that a part belongs to.
create or replace function whole_table(part text) returns text language plpgsql stable as $$
begin
  return coalesce((
    select c.relname::text from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid
    where s.shardid = substring(part from '_(\d+)$')::bigint
  ), part);
end $$;

create or replace function has_terms_here(tenant uuid) returns boolean language plpgsql stable as $$
begin
  if to_regclass('pg_dist_shard') is null then return true; end if;
  if not exists (select from pg_dist_partition where logicalrelid = 'terms_versions'::regclass) then return true; end if;
  return exists (
    select from pg_dist_placement p join pg_dist_local_group g on g.groupid = p.groupid
    where p.shardid = get_shard_id_for_distribution_column('terms_versions', tenant)
  );
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

create or replace function note_links() returns trigger language plpgsql as $$
declare
  whole text := case when to_regclass('pg_dist_shard') is null then tg_table_name else whole_table(tg_table_name) end;
  former jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  present jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  linking text;
  gone jsonb;
  fresh jsonb;
begin
  foreach linking in array tg_argv loop
    gone := coalesce(nullif(former -> linking, 'null'), '[]');
    fresh := coalesce(nullif(present -> linking, 'null'), '[]');
    continue when gone = fresh;
    delete from record_links
    where merchant_id = old.merchant_id and resource = whole and field = linking and row_id = old.id
      and target_id in (select id::uuid from jsonb_array_elements_text(gone) as id where not fresh ? id);
    insert into record_links (merchant_id, resource, field, target_id, row_id)
    select new.merchant_id, whole, linking, id::uuid, new.id
    from jsonb_array_elements_text(fresh) as id where not gone ? id
    on conflict do nothing;
  end loop;
  return null;
end $$;
