-- Users who have a right already can go on using it. Invited ones wait once they have set up their sign-in.
insert into user_powers (merchant_id, user_id, power, gained_at, usable_at)
select u.merchant_id, u.id, p.power, u.created_at, case when u.status = 'enabled' then u.created_at end
from users u
join merchants m on m.merchant_id = u.merchant_id
join (values
  ('merchant', 'pay', array['payment_requests.create', 'withdrawals.create', 'orders.refund', 'batch_transfers.submit']),
  ('merchant', 'approve', array['payment_requests.approve', 'refunds.approve', 'batch_transfers.submit']),
  ('merchant', 'keys', array['base_info.regenerate_key']),
  ('platform', 'decide', array['deposit_reviews.pass', 'withdrawal_reviews.approve', 'withdrawal_reviews.succeed',
    'withdrawal_reviews.fail', 'adjustments.create', 'adjustments.approve', 'merchants.create', 'merchants.edit',
    'merchant_rates.create', 'merchant_rates.edit', 'platform_channels.create', 'platform_channels.edit',
    'platform_settings.edit']),
  ('merchant', 'people', array['users.create', 'users.edit', 'users.enable', 'users.reset_password', 'users.reset_totp',
    'roles.edit']),
  ('platform', 'people', array['users.create', 'users.edit', 'users.enable', 'users.reset_password', 'users.reset_totp',
    'roles.edit'])
) as p (type, power, permissions) on p.type = m.type
where u.status <> 'disabled' and exists (
  select 1 from user_roles ur
  join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
  where ur.merchant_id = u.merchant_id and ur.user_id = u.id and (r.is_owner or exists (
    select 1 from role_permissions g
    where g.merchant_id = r.merchant_id and g.role_id = r.id and g.permission = any(p.permissions))))
on conflict do nothing;
