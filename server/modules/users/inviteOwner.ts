import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { PLATFORM_ID, type UserKey } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, type Message, ValidationError } from '#server/errors.ts';
import type { Language } from '@merchant-console/declaration/languages';
import { addMails } from '../mails/service.ts';
import { linkPath, newLink } from '../enrolment/service.ts';

const USERNAME = /^[A-Za-z0-9](?:[A-Za-z0-9._@-]{1,62}[A-Za-z0-9])$/;

/** An enrolment link: mailed to its user, or returned, which happens once. */
export interface UserLink {
  /** Path from the root of this console; absent if it was mailed. */
  link?: string;
  /** The address that it was mailed to. */
  mailed_to?: string;
  /** ISO 8601 UTC */
  expires_at: string;
}

export interface LinkDeps {
  clock: Clock;
  cipher: Cipher;
  /** True if links are mailed to their users instead of being returned to whoever asked for them. */
  mailsLinks: boolean;
}

/** Why a user gets a link, by the action that creates it. */
export const LINK_REASONS = {
  create: 'invite',
  reinvite: 'invite',
  reset_password: 'reset_password',
  reset_totp: 'reset_totp',
} as const;

export type LinkAction = keyof typeof LINK_REASONS;

/** What a message with a link says, and in which language if the user has never signed in. */
export interface LinkMessage {
  reason: (typeof LINK_REASONS)[LinkAction];
  language: Language;
}

/**
 * Creates the invited first owner of a new merchant.
 * @throws {ValidationError} on `username` if it is invalid or taken, on `owner_email` if the link can't be mailed
 */
export async function inviteOwner(
  tx: Tx,
  deps: LinkDeps,
  owner: { merchantId: string; username: string; realName: string; email: string | null; ownerRole: string },
  language: Language,
): Promise<UserLink> {
  const { merchantId, username, realName, email, ownerRole } = owner;
  assertUsername(username);
  assertMailable(deps, email, 'owner_email');
  const person = { merchantId, username, realName, email, roleIds: [ownerRole] };
  const userId = await insertUser(tx, person, deps.clock.now());
  if (userId === null) throw new ValidationError({ username: { key: 'username_taken' } });
  return userLink(tx, deps, { merchantId, userId }, { reason: 'invite', language });
}

/** @throws {ValidationError} on `field` if links are mailed and there is no address */
export function assertMailable(
  { mailsLinks }: Pick<LinkDeps, 'mailsLinks'>,
  email: string | null,
  field: string,
): void {
  if (mailsLinks && email === null) throw new ValidationError({ [field]: { key: 'link_needs_email' } });
}

/**
 * Creates a new link of a user and ends earlier ones. If links are mailed, it is queued for the user's address, encrypted,
 * and not returned.
 * @throws {ConflictError} if it would be mailed, and the user has no address
 */
export async function userLink(tx: Tx, deps: LinkDeps, user: UserKey, message: LinkMessage): Promise<UserLink> {
  const { merchantId, userId } = user;
  const { token, expiresAt } = await newLink(tx, deps, user);
  const link = linkPath(token);
  const expires_at = expiresAt.toISOString();
  if (!deps.mailsLinks) return { link, expires_at };
  const { email, name } = await tx
    .selectFrom('users')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', userId)
    .select(['email', (eb) => eb.fn.coalesce('real_name', 'username').as('name')])
    .executeTakeFirstOrThrow();
  if (email === null) throw new ConflictError({ id: 'link_without_email', args: { name } });
  const data = { ...message, link: deps.cipher.encrypt(link) };
  const mail = { kind: 'enrolment_link', month: null, data, at: deps.clock.now() } as const;
  await addMails(tx, { ...mail, merchantId, userIds: [userId] });
  return { mailed_to: email, expires_at };
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
