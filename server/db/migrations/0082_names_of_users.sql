-- Records call a user by full name, as histories do, or by username if there is none.

create or replace view v_users as
  select u.merchant_id, u.id, u.username, u.real_name, u.phone, u.email,
    (select string_agg(r.name, ', ' order by r.name)
     from user_roles ur join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
     where ur.merchant_id = u.merchant_id and ur.user_id = u.id) as roles,
    u.status, u.totp_secret is not null as totp_bound, u.last_login_at, u.last_login_ip, u.created_at, u.updated_at,
    (select coalesce(jsonb_agg(ur.role_id order by ur.role_id), '[]'::jsonb)
     from user_roles ur where ur.merchant_id = u.merchant_id and ur.user_id = u.id) as role_ids,
    u.revision,
    (select count(*)::integer from recovery_codes c
     where c.merchant_id = u.merchant_id and c.user_id = u.id and c.used_at is null) as recovery_codes_left,
    coalesce(u.real_name, u.username) as name
  from users u;

create or replace view v_merchant_users as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, u.id, u.merchant_id as tenant_id, u.username,
    u.real_name,
    (select string_agg(r.name, ', ' order by r.name)
     from user_roles ur join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
     where ur.merchant_id = u.merchant_id and ur.user_id = u.id) as roles,
    u.status, u.totp_secret is not null as totp_bound, u.last_login_at, u.last_login_ip, u.created_at, u.updated_at,
    coalesce(u.real_name, u.username) as name
  from users u
  join merchants m on m.merchant_id = u.merchant_id and m.type = 'merchant';
