-- Older versions may write
-- Formerly 0753ebda17d8c6f89ae1fe8c999a1b4e491832efa27951b8c0a2bc5fd4b38fc6
-- Lists of merchants also where tables are distributed over nodes: rows that depend on a merchant are looked up by its wallet, which
-- is on the same node. Each merchant has one in its currency.

create or replace view v_merchants as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, m.merchant_id as id, m.merchant_no, m.type, m.name,
    m.short_name, m.contact_name, m.phone, m.email, m.parent_id, m.currency, m.time_zone, m.approval_threshold,
    case when m.suspended_at is null then m.status else 'suspended' end as status,
    m.remark, m.last_login_at, m.created_at, m.updated_at, m.revision, m.card_cooling_hours, m.notify_url,
    (select u.username from roles r
      join user_roles ur on ur.merchant_id = r.merchant_id and ur.role_id = r.id
      join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
      where r.merchant_id = w.merchant_id and r.is_owner order by u.created_at, u.id limit 1)
      as owner_username,
    (select u.real_name from roles r
      join user_roles ur on ur.merchant_id = r.merchant_id and ur.role_id = r.id
      join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
      where r.merchant_id = w.merchant_id and r.is_owner order by u.created_at, u.id limit 1)
      as owner_real_name,
    (select u.phone from roles r
      join user_roles ur on ur.merchant_id = r.merchant_id and ur.role_id = r.id
      join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
      where r.merchant_id = w.merchant_id and r.is_owner order by u.created_at, u.id limit 1) as owner_phone,
    (select u.email from roles r
      join user_roles ur on ur.merchant_id = r.merchant_id and ur.role_id = r.id
      join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
      where r.merchant_id = w.merchant_id and r.is_owner order by u.created_at, u.id limit 1) as owner_email,
    (select u.status from roles r
      join user_roles ur on ur.merchant_id = r.merchant_id and ur.role_id = r.id
      join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
      where r.merchant_id = w.merchant_id and r.is_owner order by u.created_at, u.id limit 1)
      as owner_status,
    (select max(e.expires_at) from enrolments e
     where e.merchant_id = w.merchant_id and e.used_at is null and e.user_id = (select u.id from roles r
       join user_roles ur on ur.merchant_id = r.merchant_id and ur.role_id = r.id
       join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
       where r.merchant_id = w.merchant_id and r.is_owner order by u.created_at, u.id limit 1))
      as owner_link_expires_at,
    m.suspended_at, m.suspend_reason, m.refuse_md5, m.people_waiting_hours, m.strict_checkers,
    m.daily_total, m.sum_window_hours, m.only_saved_payees, m.keys_over_limit
  from merchants m join wallets w on w.merchant_id = m.merchant_id and w.currency = m.currency
  where m.type = 'merchant';

create or replace view v_submerchants as
  select d.merchant_id, m.merchant_id as id, m.merchant_no, m.name, m.short_name, m.contact_name, m.phone, m.email,
    nullif(m.parent_id, d.merchant_id) as parent_id, d.depth::integer as depth, m.currency,
    case when m.suspended_at is null then m.status else 'suspended' end as status,
    m.remark, m.last_login_at, m.created_at, m.updated_at, m.revision,
    o.username as owner_username, o.real_name as owner_real_name, o.status as owner_status,
    disabled_above(m.merchant_id) as disabled_above_id
  from merchant_descendants d
  join merchants m on m.merchant_id = d.descendant_id
  join wallets w on w.merchant_id = m.merchant_id and w.currency = m.currency
  left join lateral (
    select u.username, u.real_name, u.status
    from roles r
    join user_roles ur on ur.merchant_id = r.merchant_id and ur.role_id = r.id
    join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
    where r.merchant_id = w.merchant_id and r.is_owner
    order by u.created_at, u.id limit 1
  ) o on true
  where d.depth > 0;

-- In PL/pgSQL, because nodes can't plan an SQL function that reads distributed tables.
create or replace function owner_of(merchant uuid) returns uuid language plpgsql stable as $$
begin
  return (
    select u.id
    from roles r
    join user_roles ur on ur.merchant_id = r.merchant_id and ur.role_id = r.id
    join users u on u.merchant_id = ur.merchant_id and u.id = ur.user_id
    where r.merchant_id = merchant and r.is_owner
    order by u.created_at, u.id limit 1
  );
end $$;

-- Without a lateral subquery, with which nodes don't join another one.
create or replace view v_batch_transfers as
  select b.merchant_id, b.id, b.batch_no, b.file_name, b.file_sha256, b.total_count, b.valid_count, b.invalid_count,
    b.total_amount, b.total_fee, b.success_count, b.failed_count,
    case b.own_deduction when 'inner' then b.success_amount - b.success_fee else b.success_amount end as success_amount,
    b.success_fee, b.currency, b.status, b.creator_id, b.approver_id, b.submitted_at, b.channel_id, b.revision,
    b.repeats_batch_id, b.created_at, b.updated_at, b.own_deduction as deduction, b.checker_relation,
    b.checker_related_at
  from (
    select b.*, coalesce(b.deduction, (
      select p.deduction from payouts p where p.merchant_id = b.merchant_id and p.batch_id = b.id limit 1
    )) as own_deduction
    from batch_transfers b
  ) b
  where b.status <> 'uploading';
