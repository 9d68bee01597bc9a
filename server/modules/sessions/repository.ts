import { type Selectable, sql } from 'kysely';
import { isOpen, roleNames } from '#server/access/rightsOf.ts';
import { later } from '#server/db/later.ts';
import { PLATFORM_ID, type UserKey } from '#server/db/tenants.ts';
import type { DbOrTx, Tx, UsersTable } from '#server/db/schema.ts';
import { inTenant, updateRow } from '#server/db/rows.ts';
import type { Attempt } from '#server/limits/signInAttempts.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { notify } from '../notifications/service.ts';
import { knows } from './knownOrigins.ts';

/**
 * A user by name, with the tenant data needed for signing in and whether the user has signed in from this device or
 * network before; undefined if there is none.
 */
export async function findUserByName(db: DbOrTx, { username, device, network }: Omit<Attempt, 'isKnown'>, now: Date) {
  const { merchantId, userId } = await userNamed(db, username);
  return db
    .selectFrom('users as u')
    .innerJoin('merchants as m', 'm.merchant_id', 'u.merchant_id')
    .where('u.merchant_id', '=', merchantId)
    .where('u.id', '=', userId)
    .select(['u.merchant_id', 'u.id', 'u.username', 'u.status', 'u.password_hash', 'u.totp_secret', 'u.totp_last_step'])
    .select(isOpen('m').as('is_merchant_open'))
    .select(knows({ merchantId, userId }, 'device', device, now).as('knows_device'))
    .select(knows({ merchantId, userId }, 'network', network, now).as('knows_network'))
    .select(['m.currency', 'm.is_divide_hundred'])
    .select((eb) => eb.fn.coalesce('u.time_zone', 'm.time_zone').as('time_zone'))
    .select('m.time_zone as tenant_time_zone')
    .executeTakeFirst();
}

/** What a username that doesn't exist stands for, so that looking it up takes as long. */
const NOBODY: UserKey = { merchantId: PLATFORM_ID, userId: PLATFORM_ID };

/** Reads the directory by a statement of its own, so that the next one names the tenant. */
async function userNamed(db: DbOrTx, username: string): Promise<UserKey> {
  const entry = await db
    .selectFrom('directory')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('kind', '=', 'username')
    .where('name', '=', username)
    .select(['tenant_id as merchantId', 'record_id as userId'])
    .executeTakeFirst();
  return entry ?? NOBODY;
}

/** The columns of a user that a sign-in sets. */
export type SignInColumns = Pick<Selectable<UsersTable>, 'last_login_at' | 'last_login_ip' | 'language'>;

/** Records time, address and language of a user's sign-in. */
export async function recordSignIn(db: DbOrTx, { merchantId, userId }: UserKey, columns: SignInColumns): Promise<void> {
  await updateRow(db, 'users', { merchant_id: merchantId, id: userId }, columns);
}

/** Why a merchant's users can't sign in, and whom to ask. */
interface Closing {
  /** False if the merchant or one above it is disabled, or one above is suspended. */
  isSuspended: boolean;
  /** Name of the merchant directly above, or null if there is none. */
  parent: string | null;
}

export async function closingOf(db: DbOrTx, merchantId: string): Promise<Closing> {
  const { suspended_at: suspendedAt, parent } = await db
    .selectFrom('merchants as m')
    .leftJoin('merchants as p', 'p.merchant_id', 'm.parent_id')
    .where('m.merchant_id', '=', merchantId)
    .select(['m.suspended_at', 'p.name as parent'])
    .executeTakeFirstOrThrow();
  return { isSuspended: suspendedAt !== null, parent };
}

/** Records the last sign-in to a tenant. The tenant's row must be locked. */
export async function recordTenantSignIn(tx: Tx, merchantId: string, at: Date): Promise<void> {
  await later(tx, tx.updateTable('merchants').set({ last_login_at: at }).where('merchant_id', '=', merchantId));
}

/**
 * A session that is neither ended nor expired, of an enabled user in an open tenant, with the current permissions of
 * the user's roles. Each subquery names the tenant, so that a cluster asks one node.
 */
export async function findLiveSession(
  db: DbOrTx,
  key: { merchantId: string; hash: string },
  { now, idleSince, pages }: { now: Date; idleSince: Date; pages: readonly string[] },
) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', inTenant('u.id', 's.user_id'))
    .innerJoin('merchants as m', 'm.merchant_id', 's.merchant_id')
    .leftJoin('menu_versions as v', 'v.merchant_id', 's.merchant_id')
    .where('s.merchant_id', '=', key.merchantId)
    .where('s.token_hash', '=', key.hash)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.last_seen_at', '>', idleSince)
    .where('m.type', '<>', 'test')
    .where('u.status', '=', 'enabled')
    .where(isOpen('m'))
    .leftJoin('roles as seen_as', inTenant('seen_as.id', 's.preview_role_id'))
    .select([
      's.id',
      's.user_id',
      's.merchant_id',
      's.last_seen_at',
      's.is_test',
      's.confirmed_until',
      'm.test_merchant_id',
      'm.type as tenant_type',
      'm.merchant_no',
      'v.version as menu_version',
    ])
    .select(['s.preview_role_id', 'seen_as.name as preview_name', 'seen_as.is_owner as preview_is_owner'])
    .select((eb) => [
      eb
        .selectFrom('user_roles as ur')
        .innerJoin('roles as r', inTenant('r.id', 'ur.role_id'))
        .where('ur.merchant_id', '=', key.merchantId)
        .whereRef('ur.user_id', '=', 's.user_id')
        .select(sql<boolean>`coalesce(bool_or(r.is_owner), false)`.as('is_owner'))
        .as('is_owner'),
      eb
        .selectFrom('user_roles as ur')
        .innerJoin('role_permissions as p', inTenant('p.role_id', 'ur.role_id'))
        .where('ur.merchant_id', '=', key.merchantId)
        .whereRef('ur.user_id', '=', 's.user_id')
        .select(sql<string[]>`coalesce(array_agg(distinct p.permission), array[]::text[])`.as('granted'))
        .as('granted'),
      eb
        .selectFrom('role_permissions as p')
        .where('p.merchant_id', '=', key.merchantId)
        .whereRef('p.role_id', '=', 's.preview_role_id')
        .select(sql<string[]>`coalesce(array_agg(p.permission), array[]::text[])`.as('granted'))
        .as('preview_granted'),
    ])
    .$if(pages.length > 0, (query) =>
      query.select((eb) =>
        eb
          .selectFrom('menus as e')
          .where('e.merchant_id', '=', key.merchantId)
          .where('e.component_path', 'in', pages)
          .select(sql<string[]>`coalesce(array_agg(e.component_path), array[]::text[])`.as('pages'))
          .as('pages'),
      ),
    )
    .executeTakeFirst();
}

/** The signed-in user's names and roles. */
export async function findProfile(db: DbOrTx, merchantId: string, userId: string) {
  const user = await db
    .selectFrom('users')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', userId)
    .select(['username', 'real_name', 'avatar', 'introduction', 'pay_password_hash'])
    .executeTakeFirst();
  return user && { ...user, roles: await roleNames(db, merchantId, userId) };
}

/** Notifies a user of a sign-in from a new address, except for the first sign-in. */
export async function notifyOfNewAddress(
  tx: Tx,
  { merchantId, userId, ip, userAgent }: Actor,
  sessionId: string,
  at: Date,
): Promise<void> {
  const { known, all } = await tx
    .selectFrom('sessions')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .select((eb) => [
      eb.fn.countAll<bigint>().as('all'),
      eb.fn.countAll<bigint>().filterWhere('ip', '=', ip).as('known'),
    ])
    .executeTakeFirstOrThrow();
  if (known > 0n || all === 0n) return;
  const data = { resource: 'sessions', record_id: sessionId, ip, user_agent: userAgent ?? '' };
  await notify(tx, { merchantId, userIds: [userId], kind: 'sign_in', data, at });
}
