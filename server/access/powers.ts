import { addHours } from 'date-fns/addHours';
import { sql } from 'kysely';
import { formatInZone } from '@merchant-console/declaration';
import type { DbOrTx, Power, Tx } from '#server/db/schema.ts';
import { insertRows, rowsAsJson } from '#server/db/rows.ts';
import { accountOf, inCountedMerchants, PLATFORM_ID, type UserKey } from '#server/db/tenants.ts';
import { ForbiddenError } from '#server/errors.ts';
import type { TenantType } from './entitlements.ts';

const OF_PEOPLE = [
  'users.create',
  'users.edit',
  'users.enable',
  'users.reset_password',
  'users.reset_totp',
  'roles.edit',
] as const;

/**
 * Permissions that give a power. A user with one of them has it. `people` is never asserted: it is here because owners
 * are notified of it.
 */
export const POWERS: Readonly<Record<TenantType, Partial<Readonly<Record<Power, readonly string[]>>>>> = {
  merchant: {
    pay: ['payment_requests.create', 'withdrawals.create', 'orders.refund', 'batch_transfers.submit'],
    approve: ['payment_requests.approve', 'refunds.approve', 'batch_transfers.submit'],
    keys: ['base_info.regenerate_key'],
    people: OF_PEOPLE,
  },
  platform: {
    decide: [
      'deposit_reviews.pass',
      'withdrawal_reviews.approve',
      'withdrawal_reviews.succeed',
      'withdrawal_reviews.fail',
      'adjustments.create',
      'adjustments.approve',
      'merchants.create',
      'merchants.edit',
      'merchant_rates.create',
      'merchant_rates.edit',
      'platform_channels.create',
      'platform_channels.edit',
      'platform_settings.edit',
      'platform_limits.create',
      'platform_limits.edit',
    ],
    people: OF_PEOPLE,
  },
};

/** A power that a user has gained. */
export interface GainedPower {
  userId: string;
  /** Full name, or username. */
  name: string;
  power: Power;
  /** Null until the user has set up a sign-in. */
  usableAt: Date | null;
}

/**
 * Compares the rights of a tenant's users with their powers: adds the missing ones, with the waiting period, and removes
 * those lost. Call it at the end of each change of users, roles, permissions of roles or credentials, through
 * `modules/powers/service.ts`. The transaction must have locked the tenant.
 *
 * There is no wait for the first user of a tenant who sets up a sign-in, nor while the merchant hasn't moved money out.
 * A shorter waiting period doesn't end a wait that has begun.
 *
 * @param change.restarted the user whose sign-in was reset or set up, so that the wait starts again
 */
export async function syncPowers(
  tx: Tx,
  { merchantId, at, restarted = null }: { merchantId: string; at: Date; restarted?: string | null },
): Promise<GainedPower[]> {
  const standings = await standingsOf(tx, merchantId, at, await hasMovedMoney(tx, merchantId));
  const lost = standings.filter(({ is_held }) => !is_held);
  const kept = standings.filter(({ is_held, is_known }) => is_held && is_known);
  const gained = standings.filter(({ is_held, is_known }) => is_held && !is_known);
  const waitsAnew = ({ user_id, stored_at, wait_end }: Standing) =>
    user_id === restarted || (stored_at === null && wait_end !== null);
  await remove(tx, merchantId, lost);
  const written = [...gained, ...kept.filter(waitsAnew)].map(({ user_id, power, stored_at, wait_end }) => ({
    merchant_id: merchantId,
    user_id,
    power,
    gained_at: at,
    usable_at: laterOf(stored_at, wait_end),
  }));
  const onConflict = sql`on conflict (merchant_id, user_id, power) do update set usable_at = excluded.usable_at`;
  await insertRows(tx, 'user_powers', written, onConflict);
  return gained.map(({ user_id, name, power, wait_end }) => ({ userId: user_id, name, power, usableAt: wait_end }));
}

/** A power of a user by rights, as stored, or both. */
interface Standing {
  user_id: string;
  name: string;
  power: Power;
  /** True if the user's rights give it. */
  is_held: boolean;
  /** True if it is stored, with the time from which the user can use it. */
  is_known: boolean;
  stored_at: Date | null;
  /** The time from which the user could use it if it was gained now. Null for invited users. */
  wait_end: Date | null;
}

/** By name of the user, and without locks, because the tenant is locked. */
async function standingsOf(tx: Tx, merchantId: string, at: Date, hasMoved: boolean): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(POWER_ROWS)}::json) as p (type text, power text, permission text)
    ), tenant as (
      select m.type, ${at}::timestamptz + m.people_waiting_hours * interval '1 hour' as wait_end
      from merchants m where m.merchant_id = ${merchantId}
    ), held as (
      select distinct u.id as user_id, p.power from users u cross join tenant t join given p on p.type = t.type
      where u.merchant_id = ${merchantId} and u.status <> 'disabled' and exists (
        select 1 from user_roles ur
        join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
        where ur.merchant_id = ${merchantId} and ur.user_id = u.id and (r.is_owner or exists (
          select 1 from role_permissions g
          where g.merchant_id = ${merchantId} and g.role_id = r.id and g.permission = p.permission)))
    ), known as (
      select user_id, power, usable_at from user_powers where merchant_id = ${merchantId}
    )
    select user_id, coalesce(u.real_name, u.username) as name, power, h.power is not null as is_held,
      k.power is not null as is_known, k.usable_at as stored_at,
      case
        when u.status = 'invited' then null
        when not ${hasMoved}::boolean or not exists (
          select 1 from users o where o.merchant_id = ${merchantId} and o.id <> u.id and o.status <> 'invited'
        ) then ${at}::timestamptz
        else t.wait_end end as wait_end
    from held h full join known k using (user_id, power)
    join users u on u.merchant_id = ${merchantId} and u.id = user_id
    cross join tenant t
    order by name, user_id, power`.execute(tx);
  return rows;
}

async function remove(tx: Tx, merchantId: string, lost: readonly Standing[]): Promise<void> {
  if (lost.length === 0) return;
  await sql`
    delete from user_powers k using json_to_recordset(${rowsAsJson(lost)}::json) as l (user_id uuid, power text)
    where k.merchant_id = ${merchantId} and k.user_id = l.user_id and k.power = l.power`.execute(tx);
}

/** The later one of two times; null if both are. */
function laterOf(one: Date | null, other: Date | null): Date | null {
  return one === null || (other !== null && other > one) ? other : one;
}

const POWER_ROWS = Object.entries(POWERS).flatMap(([type, powers]) =>
  Object.entries(powers).flatMap(([power, permissions]) =>
    permissions.map((permission) => ({ type, power, permission })),
  ),
);

/** True if the merchant has requested to move money out; for the platform, true if any merchant has a ledger. */
async function hasMovedMoney(tx: Tx, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ has_moved: boolean }>`
    select ${
      merchantId === PLATFORM_ID
        ? sql`exists (select 1 from ledger_entries where ${inCountedMerchants()} limit 1)`
        : sql`exists (select 1 from payouts where merchant_id = ${merchantId})
      or exists (select 1 from withdrawals where merchant_id = ${merchantId})
      or exists (select 1 from refunds where merchant_id = ${merchantId})`
    } as has_moved`.execute(tx);
  return rows[0]?.has_moved === true;
}

/**
 * Checks that a user can use a power now. The caller has checked the permission. A user who has it, but no power, waits
 * from now on: the router gives the power to refused users, see `app.ts`. Test data needs no power.
 *
 * @throws {ForbiddenError} `power_waiting` with the time from which the user can use it
 */
export async function assertPower(db: DbOrTx, user: UserKey, power: Power, at: Date): Promise<void> {
  const from = await waitEnd(db, user, power, at);
  if (from) throw new ForbiddenError('power_waiting', { from: await localTime(db, user, from) });
}

/** Time from which a user who has the permission can use a power, or null if that is now. */
export async function waitEnd(db: DbOrTx, user: UserKey, power: Power, at: Date): Promise<Date | null> {
  return (await waitEnds(db, user, at))(power);
}

/** `waitEnd` of several powers of a user, read once. */
export async function waitEnds(
  db: DbOrTx,
  { merchantId, userId }: UserKey,
  at: Date,
): Promise<(power: Power) => Date | null> {
  const rows = await db
    .selectFrom('merchants as m')
    .leftJoin('user_powers as p', (join) =>
      join.onRef('p.merchant_id', '=', 'm.merchant_id').on('p.user_id', '=', userId),
    )
    .where('m.merchant_id', '=', merchantId)
    .select(['m.type', 'm.people_waiting_hours', 'p.power', 'p.usable_at'])
    .execute();
  return (power) => {
    const [tenant] = rows;
    if (!tenant || tenant.type === 'test') return null;
    const usableAt = rows.find((row) => row.power === power)?.usable_at ?? null;
    const from = usableAt ?? addHours(at, tenant.people_waiting_hours);
    return usableAt !== null && from <= at ? null : from;
  };
}

/** A moment in the time zone in which the user's console shows it. */
export async function localTime(db: DbOrTx, { merchantId, userId }: UserKey, at: Date): Promise<string> {
  const { zone } = await db
    .selectFrom('users as u')
    .innerJoin('merchants as m', 'm.merchant_id', 'u.merchant_id')
    .where('u.merchant_id', '=', await accountOf(db, merchantId))
    .where('u.id', '=', userId)
    .select((eb) => eb.fn.coalesce('u.time_zone', 'm.time_zone').as('zone'))
    .executeTakeFirstOrThrow();
  return formatInZone(at, zone);
}
