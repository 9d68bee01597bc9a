-- The records that fields with several references refer to, for filters, and for deletions of those records.
create table if not exists record_links (
  merchant_id uuid not null,
  resource text collate "C" not null, -- table of the row
  field text collate "C" not null,
  target_id uuid not null,
  row_id uuid not null,
  primary key (merchant_id, resource, field, target_id, row_id)
);

-- Keeps the references of the columns that are its arguments, which are lists of IDs.
create or replace function note_links() returns trigger language plpgsql as $$
declare
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
    where merchant_id = old.merchant_id and resource = tg_table_name::text and field = linking and row_id = old.id
      and target_id in (select id::uuid from jsonb_array_elements_text(gone) as id where not fresh ? id);
    insert into record_links (merchant_id, resource, field, target_id, row_id)
    select new.merchant_id, tg_table_name::text, linking, id::uuid, new.id
    from jsonb_array_elements_text(fresh) as id where not gone ? id
    on conflict do nothing;
  end loop;
  return null;
end $$;
