-- What the declarations of the resources folder have added to menus and roles, so that nothing is added twice.

-- The declarations that a tenant's menu and roles were last brought in line with.
create table if not exists roll_outs (
  merchant_id uuid primary key,
  digest text not null,
  updated_at timestamptz not null
);

create table if not exists rolled_out_pages (
  merchant_id uuid not null,
  page text collate "C" not null, -- resource, or the address of an entry made for such pages
  menu_id uuid, -- null if the tenant had an entry of its own; without a row of menus, the tenant has deleted it
  created_at timestamptz not null,
  primary key (merchant_id, page)
);

create table if not exists rolled_out_grants (
  merchant_id uuid not null,
  resource text collate "C" not null,
  role text collate "C" not null, -- name in the declaration, folded
  permission text collate "C" not null,
  role_id uuid, -- null if the tenant had no such role
  is_added boolean not null, -- false if the role had the permission before
  created_at timestamptz not null,
  primary key (merchant_id, resource, role, permission)
);
