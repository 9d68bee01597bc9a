-- Merchants that the platform makes and keeps, and the platform's own settings.

-- Where results are posted of orders and payouts whose call names no address.
alter table merchants add column if not exists notify_url text;

-- The first user who holds a merchant's owner role.
create or replace function owner_of(merchant uuid) returns uuid language sql stable as $$
  select u.id
  from roles r
  join user_roles ur on ur.merchant_id = r.merchant_id and ur.role_id = r.id
  join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
  where r.merchant_id = merchant and r.is_owner
  order by u.created_at, u.id limit 1
$$;

-- Looked up for each column, and not joined: a count of merchants then leaves their users alone.
create or replace view v_merchants as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, m.merchant_id as id, m.merchant_no, m.type, m.name,
    m.short_name, m.contact_name, m.phone, m.email, m.parent_id, m.currency, m.time_zone, m.approval_threshold, m.status,
    m.remark, m.last_login_at, m.created_at, m.updated_at, m.revision, m.card_cooling_hours, m.notify_url,
    (select u.username from users u where u.merchant_id = m.merchant_id and u.id = owner_of(m.merchant_id))
      as owner_username,
    (select u.real_name from users u where u.merchant_id = m.merchant_id and u.id = owner_of(m.merchant_id))
      as owner_real_name,
    (select u.phone from users u where u.merchant_id = m.merchant_id and u.id = owner_of(m.merchant_id)) as owner_phone,
    (select u.email from users u where u.merchant_id = m.merchant_id and u.id = owner_of(m.merchant_id)) as owner_email,
    (select u.status from users u where u.merchant_id = m.merchant_id and u.id = owner_of(m.merchant_id))
      as owner_status,
    (select max(e.expires_at) from enrolments e
     where e.merchant_id = m.merchant_id and e.user_id = owner_of(m.merchant_id) and e.used_at is null)
      as owner_link_expires_at
  from merchants m where m.type = 'merchant';

-- The platform's own row. Its threshold and its waiting period are those that new merchants begin with.
create or replace view v_platform_settings as
  select m.merchant_id, m.merchant_id as id, m.name, m.short_name, m.currency, m.time_zone, m.approval_threshold,
    m.card_cooling_hours, m.created_at, m.updated_at, m.revision
  from merchants m where m.type = 'platform';
