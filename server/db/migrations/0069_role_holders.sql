-- The names of a role's users, for the role's page.

create or replace view v_roles as
  select r.merchant_id, r.id, r.name, r.description, r.is_owner,
    (select count(*)::integer from user_roles ur where ur.merchant_id = r.merchant_id and ur.role_id = r.id) as user_count,
    r.created_at, r.updated_at, r.revision,
    (select string_agg(coalesce(u.real_name, u.username), ', ' order by coalesce(u.real_name, u.username), u.id)
     from user_roles ur join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
     where ur.merchant_id = r.merchant_id and ur.role_id = r.id) as users
  from roles r;
