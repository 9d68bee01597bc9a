import { sql } from 'kysely';
import type { Dashboard, SetupStep } from '#shared/contract/dashboard.ts';
import { TRY_GATEWAY } from '#shared/contract/testMode.ts';
import type { Db } from '#server/db/connect.ts';
import type { Session } from '#server/http/session.ts';
import { inCountedMerchants } from '#server/db/tenants.ts';

/** A step is shown to users who may do it, which the payment password is to those who have an act that it confirms. */
const PERMISSIONS: Record<SetupStep, string | readonly string[]> = {
  pay_password: [
    'base_info.regenerate_key',
    'bankcards.create',
    'payees.create',
    'users.create',
    'withdrawals.create',
    'payment_requests.create',
    'payment_requests.approve',
    'platform_settings.edit',
    'merchants.create',
    'deposit_reviews.pass',
    'withdrawal_reviews.pass',
  ],
  base_info: 'base_info.edit',
  signing_key: 'base_info.regenerate_key',
  bankcard: 'bankcards.create',
  colleague: 'users.create',
  order: TRY_GATEWAY,
  platform_settings: 'platform_settings.edit',
  operator: 'users.create',
  channel: 'platform_channels.create',
  merchant: 'merchants.create',
  owner: 'merchants.list',
  first_order: 'merchants.list',
};

const OF_MERCHANT = ['pay_password', 'base_info', 'signing_key', 'bankcard', 'colleague', 'order'] as const;
const OF_PLATFORM = [
  'pay_password',
  'platform_settings',
  'operator',
  'channel',
  'merchant',
  'owner',
  'first_order',
] as const;

type SetupSession = Pick<Session, 'merchantId' | 'userId' | 'permissions'>;

/** Setup steps of a merchant without any orders, as far as the user may do them; undefined for others and test sides. */
export async function setupOf(db: Db, { merchantId, userId, permissions }: SetupSession): Promise<Dashboard['setup']> {
  const isOwn = sql`merchant_id = ${merchantId}`;
  const { rows } = await sql<
    Record<Exclude<(typeof OF_MERCHANT)[number], 'order'> | 'is_over', boolean> & { test_merchant_id: string | null }
  >`
    select
      ${hasPayPassword(merchantId, userId)} as pay_password,
      m.contact_name is not null and m.phone is not null and m.email is not null as base_info,
      exists (select from merchant_keys where ${isOwn} and ends_at is null) as signing_key,
      exists (select from bankcards where ${isOwn}) as bankcard,
      (select count(*) from (select from users where ${isOwn} limit 2) two) > 1 as colleague,
      m.test_merchant_id, exists (select from orders where ${isOwn}) as is_over
    from merchants m where m.merchant_id = ${merchantId} and m.type <> 'test'`.execute(db.kysely);
  const [done] = rows;
  if (!done || done.is_over) return undefined;
  const order = done.test_merchant_id !== null && (await hasOrders(db, done.test_merchant_id));
  return stepsOf(OF_MERCHANT, { ...done, order }, permissions);
}

async function hasOrders({ kysely }: Db, merchantId: string): Promise<boolean> {
  const orders = kysely.selectFrom('orders').where('merchant_id', '=', merchantId).select('id').limit(1);
  return (await orders.executeTakeFirst()) !== undefined;
}

/**
 * Setup steps of a platform whose merchants have no orders. Its settings count as done once an operator or the command
 * that created the first operator has changed them.
 */
export async function platformSetupOf(
  db: Db,
  { merchantId: platformId, userId, permissions }: SetupSession,
): Promise<Dashboard['setup']> {
  const { rows } = await sql<Record<(typeof OF_PLATFORM)[number], boolean>>`
    select
      ${hasPayPassword(platformId, userId)} as pay_password,
      exists (select 1 from audit_logs a where a.merchant_id = ${platformId} and a.resource = 'platform_settings')
        as platform_settings,
      (select count(*) from (select 1 from users u where u.merchant_id = ${platformId} limit 2) two) > 1 as operator,
      exists (select 1 from channels c where c.merchant_id = ${platformId}) as channel,
      exists (select 1 from merchants m where m.type = 'merchant') as merchant,
      exists (select 1 from users u where u.merchant_id <> ${platformId} and u.status = 'enabled' limit 1) as owner,
      exists (select 1 from orders where ${inCountedMerchants()} limit 1) as first_order`.execute(db.kysely);
  const [done] = rows;
  return done && !done.first_order ? stepsOf(OF_PLATFORM, done, permissions) : undefined;
}

function hasPayPassword(merchantId: string, userId: string) {
  return sql`exists (select 1 from users u
    where u.merchant_id = ${merchantId} and u.id = ${userId} and u.pay_password_hash is not null)`;
}

/** The steps that the user may do. */
function stepsOf<Step extends SetupStep>(
  steps: readonly Step[],
  done: Readonly<Record<Step, boolean>>,
  permissions: ReadonlySet<string>,
): NonNullable<Dashboard['setup']> {
  const mayDo = (step: Step) => [PERMISSIONS[step]].flat().some((permission) => permissions.has(permission));
  return steps.filter(mayDo).map((step) => ({ step, is_done: done[step] }));
}
