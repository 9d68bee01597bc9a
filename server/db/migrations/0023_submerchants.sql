-- Sub-merchants that their parents keep, and what is read of them.

-- The nearest merchant above one that is disabled: whoever is below it is shut out too, and keeps its own status.
create or replace function disabled_above(merchant uuid) returns uuid language plpgsql stable as $$
declare
  above uuid;
  state text;
  next_above uuid;
begin
  select m.parent_id into above from merchants m where m.merchant_id = merchant;
  while above is not null loop
    select m.status, m.parent_id into state, next_above from merchants m where m.merchant_id = above;
    if state = 'disabled' then
      return above;
    end if;
    above := next_above;
  end loop;
  return null;
end $$;

-- The parent is another sub-merchant, or null right below the reader. Its owner is the first user who holds the owner role.
create or replace view v_submerchants as
  select d.merchant_id, m.merchant_id as id, m.merchant_no, m.name, m.short_name, m.contact_name, m.phone, m.email,
    nullif(m.parent_id, d.merchant_id) as parent_id, d.depth::integer as depth, m.currency, m.status, m.remark, m.last_login_at, m.created_at, m.updated_at,
    m.revision,
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

-- branch_id is for filters alone: "in the branch of X" is X and whoever is below it, which the server looks up.

create or replace view v_submerchant_orders as
  select d.merchant_id, o.id, o.merchant_id as submerchant_id, o.order_no, o.merchant_order_no, o.channel_order_no,
    c.name as channel_name, o.amount, o.fee, o.arrival_amount, o.currency, o.subject, o.payer_name, o.notify_status,
    o.status, o.error_code, o.error_msg, o.succeeded_at, o.created_at, o.updated_at, o.merchant_id as branch_id
  from merchant_descendants d
  join orders o on o.merchant_id = d.descendant_id
  left join channels c on c.merchant_id = o.merchant_id and c.id = o.channel_id
  where d.depth > 0;

create or replace view v_submerchant_payouts as
  select d.merchant_id, p.id, p.merchant_id as submerchant_id, p.order_no, p.merchant_order_no, p.channel_order_no,
    c.name as channel_name, p.amount, p.fee, p.debit_amount, p.currency, p.payee_name,
    p.card_number_masked as card_number, p.bank_name, p.status, p.error_code, p.error_msg, p.finished_at,
    p.created_at, p.updated_at, p.merchant_id as branch_id
  from merchant_descendants d
  join payouts p on p.merchant_id = d.descendant_id
  left join channels c on c.merchant_id = p.merchant_id and c.id = p.channel_id
  where d.depth > 0;

-- Days are those of the reader's time zone: one day is the same hours of all sub-merchants, as in the lists of orders.
create or replace view v_submerchant_stats as
  select x.merchant_id, overlay(overlay(md5(x.submerchant_id::text || x.day::text || x.currency) placing '8' from 13) placing '8' from 17)::uuid
      as id,
    x.submerchant_id, x.day, x.currency,
    sum(x.collection)::integer as collection_count,
    sum(case when x.succeeded then x.collection else 0 end)::integer as collection_success_count,
    sum(case when x.succeeded and x.collection = 1 then x.amount else 0 end)::bigint as collection_amount,
    sum(case when x.succeeded and x.collection = 1 then x.fee else 0 end)::bigint as collection_fee,
    sum(1 - x.collection)::integer as payout_count,
    sum(case when x.succeeded then 1 - x.collection else 0 end)::integer as payout_success_count,
    sum(case when x.succeeded and x.collection = 0 then x.amount else 0 end)::bigint as payout_amount,
    sum(case when x.succeeded and x.collection = 0 then x.fee else 0 end)::bigint as payout_fee,
    round(10000.0 * sum(case when x.succeeded then x.collection else 0 end) / nullif(sum(x.collection), 0))::integer
      as success_rate,
    min(x.created_at) as created_at, max(x.updated_at) as updated_at, x.submerchant_id as branch_id
  from (
    select d.merchant_id, o.merchant_id as submerchant_id, (o.created_at at time zone m.time_zone)::date as day,
      o.currency, 1 as collection, o.status = 'success' as succeeded, o.amount, o.fee, o.created_at, o.updated_at
    from merchant_descendants d
    join merchants m on m.merchant_id = d.merchant_id
    join orders o on o.merchant_id = d.descendant_id
    where d.depth > 0
    union all
    select d.merchant_id, p.merchant_id, (p.created_at at time zone m.time_zone)::date,
      p.currency, 0, p.status = 'success', p.amount, p.fee, p.created_at, p.updated_at
    from merchant_descendants d
    join merchants m on m.merchant_id = d.merchant_id
    join payouts p on p.merchant_id = d.descendant_id
    where d.depth > 0
  ) x
  group by x.merchant_id, x.submerchant_id, x.day, x.currency;
