import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { PLATFORM_ID, type UserKey } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { type Message, ValidationError } from '#server/errors.ts';
import { linkPath, newLink } from '../enrolment/service.ts';

const USERNAME = /^[A-Za-z0-9](?:[A-Za-z0-9._@-]{1,62}[A-Za-z0-9])$/;

/** An enrolment link, which can't be shown again. */
export interface UserLink {
  /** Path from the root of this console. */
  link: string;
  /** ISO 8601 UTC */
  expires_at: string;
}

/**
 * Creates the invited first owner of a new merchant.
 * @throws {ValidationError} on `username` if it is invalid or taken
 */
export async function inviteOwner(
  tx: Tx,
  deps: { clock: Clock; cipher: Cipher },
  owner: { merchantId: string; username: string; realName: string; ownerRole: string },
): Promise<UserLink> {
  const { merchantId, username, realName, ownerRole } = owner;
  assertUsername(username);
  const userId = await insertUser(tx, { merchantId, username, realName, roleIds: [ownerRole] }, deps.clock.now());
  if (userId === null) throw new ValidationError({ username: { key: 'username_taken' } });
  return userLink(tx, deps, { merchantId, userId });
}

/** Creates a new link of a user and ends earlier ones. */
export async function userLink(tx: Tx, deps: { clock: Clock; cipher: Cipher }, user: UserKey): Promise<UserLink> {
  const { token, expiresAt } = await newLink(tx, deps, user);
  return { link: linkPath(token), expires_at: expiresAt.toISOString() };
}

/** @throws {ValidationError} on `username` if it is invalid */
export function assertUsername(username: string): void {
  const problem = usernameProblem(username);
  if (problem) throw new ValidationError({ username: problem });
}

/** Why a text can't be a username, or null if it can. */
export function usernameProblem(username: string): Message | null {
  return USERNAME.test(username) ? null : { key: 'username_form' };
}

interface NewUser {
  merchantId: string;
  username: string;
  realName: string | null;
  phone?: string | null;
  email?: string | null;
  roleIds: readonly string[];
  /** The user of the same tenant who invites, or null. */
  invitedBy?: string | null;
}

/**
 * Inserts an invited user, who can sign in after using an enrolment link.
 * @returns the user's ID, or null if the username is taken in any tenant
 */
export async function insertUser(
  tx: Tx,
  { merchantId, username, realName, phone = null, email = null, roleIds, invitedBy = null }: NewUser,
  now: Date,
): Promise<string | null> {
  const id = uuidv7({ msecs: now.getTime() });
  const named = await tx
    .insertInto('directory')
    .values({
      merchant_id: PLATFORM_ID,
      kind: 'username',
      name: username.toLowerCase(),
      tenant_id: merchantId,
      record_id: id,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'kind', 'name']).doNothing())
    .executeTakeFirst();
  if (named.numInsertedOrUpdatedRows !== 1n) return null;
  await tx
    .insertInto('users')
    .values({
      merchant_id: merchantId,
      id,
      username,
      real_name: realName,
      phone,
      email,
      avatar: null,
      introduction: null,
      password_hash: null,
      pay_password_hash: null,
      totp_secret: null,
      totp_last_step: null,
      status: 'invited',
      last_login_at: null,
      last_login_ip: null,
      invited_by: invitedBy,
      invited_at: invitedBy === null ? null : now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const held = roleIds.map((role_id) => ({ merchant_id: merchantId, user_id: id, role_id }));
  await tx.insertInto('user_roles').values(held).execute();
  return id;
}
