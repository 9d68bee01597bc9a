import { addHours } from 'date-fns/addHours';
import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import type { EnrolmentCheckData, EnrolmentCompleteBody, EnrolmentCompleteData } from '#shared/contract/enrolment.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import { newLoginPasswordProblem } from '#server/credentials/newLoginPasswordProblem.ts';
import type { RecoveryCodes } from '#server/credentials/recoveryCodes.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { hashPassword } from '#server/crypto/password.ts';
import { newToken, tokenHash, tokenKey } from '#server/crypto/token.ts';
import { newTotpSecret, totpUri, verifyTotp } from '#server/crypto/totp.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import { lockTenant, type UserKey } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { inTenant } from '#server/db/rows.ts';
import { type Message, NotFoundError, ValidationError } from '#server/errors.ts';
import type { SendMail } from '#server/network/createMailer.ts';
import { applyRights } from '../powers/service.ts';

const LINK_LIFETIME_HOURS = 24;

interface EnrolmentDeps {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  /** Issuer shown in authenticator apps. */
  issuer: string;
  recoveryCodes: RecoveryCodes;
  /** Null if the server has no mail server. */
  sendMail: SendMail | null;
}

/** Client of the call that uses the link. */
interface LinkOrigin {
  ip: string;
  userAgent: string | null;
}

/** Path and fragment of an enrolment link: `/login#enrol=<token>`. */
export const linkPath = (token: string) => `/login#enrol=${token}`;

/**
 * Creates the token of an enrolment link, by which a user sets the missing password, authenticator or both. Invalidates
 * earlier links. Only the hash is stored, so the token can be shown just once.
 */
export async function newLink(
  tx: Tx,
  { clock, cipher }: { clock: Clock; cipher: Cipher },
  { merchantId, userId }: UserKey,
): Promise<{ token: string; expiresAt: Date }> {
  const now = clock.now();
  const token = newToken(merchantId);
  await endLinks(tx, { merchantId, userId });
  const expiresAt = addHours(now, LINK_LIFETIME_HOURS);
  await tx
    .insertInto('enrolments')
    .values({
      merchant_id: merchantId,
      id: uuidv7({ msecs: now.getTime() }),
      user_id: userId,
      token_hash: tokenHash(token),
      totp_secret: cipher.encrypt(newTotpSecret()),
      expires_at: expiresAt,
      used_at: null,
      created_at: now,
    })
    .execute();
  return { token, expiresAt };
}

/** Invalidates all links of a user. */
export async function endLinks(tx: Tx, { merchantId, userId }: UserKey): Promise<void> {
  await tx
    .deleteFrom('enrolments')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Deletes expired links together with their authenticator secrets. Runs hourly. */
export async function forgetEndedLinks(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await forgetRows(db, 'enrolments', { key: ['id'], isOld: sql`old.expires_at <= ${now}` });
}

/** Users set their missing password and authenticator through a link that works once. */
export function createEnrolmentService({ db, clock, cipher, issuer, recoveryCodes, sendMail }: EnrolmentDeps) {
  async function find(token: string) {
    const key = tokenKey(token);
    const row =
      key &&
      (await db.kysely
        .selectFrom('enrolments as e')
        .innerJoin('users as u', inTenant('u.id', 'e.user_id'))
        .where('e.merchant_id', '=', key.merchantId)
        .where('e.token_hash', '=', key.hash)
        .where('e.used_at', 'is', null)
        .where('e.expires_at', '>', clock.now())
        .where('u.status', '!=', 'disabled')
        .select(['e.merchant_id', 'e.id', 'e.user_id', 'e.totp_secret', 'u.username', 'u.real_name', 'u.status'])
        .select((eb) => [
          eb('u.password_hash', 'is', null).as('lacks_password'),
          eb('u.totp_secret', 'is', null).as('lacks_totp'),
        ])
        .executeTakeFirst());
    if (!row) throw new NotFoundError('enrolment_invalid');
    return {
      ...row,
      totp_secret: cipher.decrypt(row.totp_secret),
      lacks: { password: row.lacks_password === true, totp: row.lacks_totp === true },
    };
  }

  /** @throws {NotFoundError} if the link is unknown, used or more than a day old */
  async function check(token: string): Promise<EnrolmentCheckData> {
    const { username, real_name, totp_secret, lacks } = await find(token);
    return {
      username,
      real_name,
      needs_password: lacks.password,
      ...(lacks.totp
        ? { totp_secret, otpauth_url: totpUri(totp_secret, username, issuer) }
        : { totp_secret: null, otpauth_url: null }),
    };
  }

  /**
   * Consumes the link: sets the missing password and authenticator, and enables an invited user.
   * @returns new recovery codes, which can't be shown again; none if the authenticator didn't change
   * @throws {NotFoundError} as `check` does, also if another call has just used the link
   * @throws {ValidationError} if the code is wrong or the password breaks a rule
   */
  async function complete(body: EnrolmentCompleteBody, origin: LinkOrigin): Promise<EnrolmentCompleteData> {
    const link = await find(body.token);
    const now = clock.now();
    const password = link.lacks.password ? await goodPassword(body.password, link.username) : null;
    const step = link.lacks.totp ? await verifyTotp(link.totp_secret, body.totp_code ?? '', now) : null;
    if (link.lacks.totp && step === null) {
      throw refusal('totp_code', { key: body.totp_code === undefined ? 'required' : 'wrong_code' });
    }
    const passwordHash = password === null ? null : await hashPassword(password);
    return db.transaction(async (tx) => {
      // Before the user's row, in the lock order of all changes of users.
      await lockTenant(tx, link.merchant_id);
      const used = await tx
        .updateTable('enrolments')
        .set({ used_at: now })
        .where('merchant_id', '=', link.merchant_id)
        .where('id', '=', link.id)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows !== 1n) throw new NotFoundError('enrolment_invalid');
      const changed = await tx
        .updateTable('users')
        .set((eb) => ({
          ...(passwordHash === null ? {} : { password_hash: passwordHash }),
          ...(step === null ? {} : { totp_secret: cipher.encrypt(link.totp_secret), totp_last_step: step }),
          status: 'enabled' as const,
          updated_at: now,
          revision: eb('revision', '+', 1),
        }))
        .where('merchant_id', '=', link.merchant_id)
        .where('id', '=', link.user_id)
        .where('status', '=', link.status)
        .executeTakeFirst();
      // The user was disabled in the meantime, or has set the missing credential otherwise.
      if (changed.numUpdatedRows !== 1n) throw new NotFoundError('enrolment_invalid');
      const user = { merchantId: link.merchant_id, userId: link.user_id };
      await applyRights(tx, {
        merchantId: user.merchantId,
        at: now,
        restarted: user.userId,
        sendsMail: sendMail !== null,
      });
      const codes = step === null ? [] : await recoveryCodes.renew(tx, user);
      const { before, after } = auditedChange(link);
      await recordAudit(tx, {
        actor: { ...user, ...origin },
        action: 'users.enrol',
        recordId: link.user_id,
        at: now,
        before,
        after,
      });
      return { recovery_codes: codes };
    });
  }

  return { check, complete };
}

function auditedChange({ status, lacks }: { status: string; lacks: { password: boolean; totp: boolean } }) {
  const of = (isBefore: boolean) => ({
    ...(status === 'enabled' ? {} : { status: isBefore ? status : 'enabled' }),
    ...(lacks.password ? { password_set: !isBefore } : {}),
    ...(lacks.totp ? { totp_bound: !isBefore } : {}),
  });
  return { before: of(true), after: of(false) };
}

async function goodPassword(password: string | undefined, username: string): Promise<string> {
  if (password === undefined) throw refusal('password', { key: 'required' });
  const problem = await newLoginPasswordProblem(password, username);
  if (problem) throw refusal('password', problem);
  return password;
}

const refusal = (field: string, message: Message) => new ValidationError({ [field]: message });
