-- Roles that people keep, and the console as one of them sees it.

-- Counts the changes of name, description and permissions, for the optimistic lock.
alter table roles add column if not exists revision integer not null default 1;

create or replace view v_roles as
  select r.merchant_id, r.id, r.name, r.description, r.is_owner,
    (select count(*)::integer from user_roles ur where ur.merchant_id = r.merchant_id and ur.role_id = r.id) as user_count,
    r.created_at, r.updated_at, r.revision
  from roles r;

-- While it is set, the session may only read, and what that role may. A role that is gone may nothing.
alter table sessions add column if not exists preview_role_id uuid;
