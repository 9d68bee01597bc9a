-- Merchants that the platform has suspended, beside the status that a parent gives its sub-merchants: neither undoes the
-- other.

alter table merchants add column if not exists suspended_at timestamptz;
alter table merchants add column if not exists suspend_reason text;

-- The nearest merchant above one that is disabled or suspended.
create or replace function disabled_above(merchant uuid) returns uuid language plpgsql stable as $$
declare
  above uuid;
  is_shut boolean;
  next_above uuid;
begin
  select m.parent_id into above from merchants m where m.merchant_id = merchant;
  while above is not null loop
    select m.status = 'disabled' or m.suspended_at is not null, m.parent_id into is_shut, next_above
    from merchants m where m.merchant_id = above;
    if is_shut then
      return above;
    end if;
    above := next_above;
  end loop;
  return null;
end $$;

create or replace view v_merchants as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, m.merchant_id as id, m.merchant_no, m.type, m.name,
    m.short_name, m.contact_name, m.phone, m.email, m.parent_id, m.currency, m.time_zone, m.approval_threshold,
    case when m.suspended_at is null then m.status else 'suspended' end as status,
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
      as owner_link_expires_at,
    m.suspended_at, m.suspend_reason
  from merchants m where m.type = 'merchant';

-- A parent sees that a sub-merchant is suspended, but neither why nor by a name.
create or replace view v_submerchants as
  select d.merchant_id, m.merchant_id as id, m.merchant_no, m.name, m.short_name, m.contact_name, m.phone, m.email,
    nullif(m.parent_id, d.merchant_id) as parent_id, d.depth::integer as depth, m.currency,
    case when m.suspended_at is null then m.status else 'suspended' end as status,
    m.remark, m.last_login_at, m.created_at, m.updated_at, m.revision,
    o.username as owner_username, o.real_name as owner_real_name, o.status as owner_status,
    disabled_above(m.merchant_id) as disabled_above_id
  from merchant_descendants d
  join merchants m on m.merchant_id = d.descendant_id
  left join lateral (
    select u.username, u.real_name, u.status
    from roles r
    join user_roles ur on ur.merchant_id = r.merchant_id and ur.role_id = r.id
    join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
    where r.merchant_id = m.merchant_id and r.is_owner
    order by u.created_at, u.id limit 1
  ) o on true
  where d.depth > 0;
