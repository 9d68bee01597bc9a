-- How often a tenant's menu has changed: the console asks for the menu again when this is another number than it knows.

create table if not exists menu_versions (
  merchant_id uuid primary key,
  version bigint not null
);

create or replace function count_menu_change() returns trigger language plpgsql as $$
begin
  insert into menu_versions (merchant_id, version)
  select distinct merchant_id, 1 from changed
  on conflict (merchant_id) do update set version = menu_versions.version + 1;
  return null;
end $$;

drop trigger if exists menus_added on menus;
create trigger menus_added after insert on menus
  referencing new table as changed for each statement execute function count_menu_change();
drop trigger if exists menus_changed on menus;
create trigger menus_changed after update on menus
  referencing new table as changed for each statement execute function count_menu_change();
drop trigger if exists menus_removed on menus;
create trigger menus_removed after delete on menus
  referencing old table as changed for each statement execute function count_menu_change();
