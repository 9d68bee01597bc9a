import { sql } from 'kysely';
import { OWNER_ROLE } from '#server/access/createTenantAccess.ts';
import { type AuditActor, recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { lockTenant, PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { applyRights } from '../powers/service.ts';
import { insertUser, userLink, type UserLink } from './inviteOwner.ts';

/** Thrown if the username is taken. Usernames are unique across all tenants. */
export class UsernameTakenError extends Error {
  constructor(username: string) {
    super(`The username ${username} is taken`);
    this.name = 'UsernameTakenError';
  }
}

interface NewOwner {
  merchantId: string;
  username: string;
  realName: string | null;
}

interface OperatorDeps {
  clock: Clock;
  cipher: Cipher;
}

/** The link that a command prints: whoever may run it may read the database. */
function commandLink(tx: Tx, deps: OperatorDeps, userId: string): Promise<UserLink> {
  const message = { reason: 'invite', language: 'en' } as const;
  return userLink(tx, { ...deps, mailsLinks: false }, { merchantId: PLATFORM_ID, userId }, message);
}

/** Thrown if an operator can't get a new invitation link. */
class NoInvitationError extends Error {
  override readonly name = 'NoInvitationError';
}

/** True if the platform has a user, invited or not. */
export async function hasOperator(db: Db): Promise<boolean> {
  const user = await db.kysely
    .selectFrom('users')
    .where('merchant_id', '=', PLATFORM_ID)
    .select('id')
    .executeTakeFirst();
  return user !== undefined;
}

/**
 * Creates an operator of the platform with the owner role, with an audit entry.
 * @returns the enrolment link, which can't be shown again
 * @throws {UsernameTakenError} if the username is taken
 */
export async function createOperator(
  tx: Tx,
  deps: OperatorDeps,
  actor: AuditActor,
  { username, realName }: { username: string; realName: string | null },
): Promise<UserLink> {
  await lockTenant(tx, PLATFORM_ID);
  const userId = await createOwner(tx, deps.clock, { merchantId: PLATFORM_ID, username, realName });
  await applyRights(tx, { merchantId: PLATFORM_ID, at: deps.clock.now() });
  const link = await commandLink(tx, deps, userId);
  await recordAudit(tx, {
    actor,
    action: 'users.create',
    recordId: userId,
    at: deps.clock.now(),
    after: { username, real_name: realName, roles: OWNER_ROLE, status: 'invited', link_expires_at: link.expires_at },
  });
  return link;
}

/**
 * Creates a new link for an operator who hasn't set up a sign-in; earlier ones end.
 * @throws {NoInvitationError} if there is no such operator, or the operator can already sign in or is disabled
 */
export async function renewOperatorLink(
  tx: Tx,
  deps: OperatorDeps,
  actor: AuditActor,
  username: string,
): Promise<UserLink> {
  await lockTenant(tx, PLATFORM_ID);
  const user = await tx
    .selectFrom('users')
    .where('merchant_id', '=', PLATFORM_ID)
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .select(['id', 'status'])
    .executeTakeFirst();
  if (!user) throw new NoInvitationError(`There is no operator ${username}. List all operators: npm run admin:list`);
  if (user.status !== 'invited') {
    throw new NoInvitationError(
      `${username} has set up a sign-in already. Another operator can reset the password or the authenticator in the console, at Authorised users.`,
    );
  }
  const link = await commandLink(tx, deps, user.id);
  await recordAudit(tx, {
    actor,
    action: 'users.reinvite',
    recordId: user.id,
    at: deps.clock.now(),
    after: { link_expires_at: link.expires_at },
  });
  return link;
}

export interface Operator {
  username: string;
  real_name: string | null;
  roles: string | null;
  status: string;
  last_login_at: Date | null;
  /** End of the newest unused link, or null if there is none. */
  link_expires_at: Date | null;
}

/** The platform's users, oldest first. */
export async function listOperators({ kysely }: Pick<Db, 'kysely'>): Promise<Operator[]> {
  const { rows } = await sql<Operator>`
    select u.username, u.real_name, u.roles, u.status, u.last_login_at,
      (select max(e.expires_at) from enrolments e
       where e.merchant_id = u.merchant_id and e.user_id = u.id and e.used_at is null) as link_expires_at
    from v_users u where u.merchant_id = ${PLATFORM_ID} order by u.created_at, u.id`.execute(kysely);
  return rows;
}

/**
 * Inserts an invited user with the tenant's owner role, who can sign in after using an enrolment link.
 * @returns the user's ID
 * @throws {UsernameTakenError} if the username is taken
 */
export async function createOwner(tx: Tx, clock: Clock, { merchantId, username, realName }: NewOwner): Promise<string> {
  const owner = await tx
    .selectFrom('roles')
    .where('merchant_id', '=', merchantId)
    .where('is_owner', '=', true)
    .select('id')
    .executeTakeFirstOrThrow();
  const id = await insertUser(tx, { merchantId, username, realName, roleIds: [owner.id] }, clock.now());
  if (id === null) throw new UsernameTakenError(username);
  return id;
}
