import { v7 as uuidv7 } from 'uuid';
import type { EnrolmentCheckData } from '#shared/contract/enrolment.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { hashPassword } from '#server/crypto/password.ts';
import { newToken, tokenKey } from '#server/crypto/token.ts';
import { newTotpSecret, totpUri, verifyTotp } from '#server/crypto/totp.ts';
import type { Db } from '#server/db/connect.ts';
import { NotFoundError, ValidationError } from '#server/errors.ts';

const HOUR = 3_600_000;
const LINK_LIFETIME = 24 * HOUR;

export interface EnrolmentOptions {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  /** Names the account in authenticator apps. */
  issuer: string;
}

export type EnrolmentService = ReturnType<typeof createEnrolmentService>;

/** Invited users set their own password and authenticator through a link that works once. */
export function createEnrolmentService({ db, clock, cipher, issuer }: EnrolmentOptions) {
  /** A new link's token; only its hash is stored, so it can be shown just once. Earlier links of the user end. */
  async function invite(merchantId: string, userId: string): Promise<string> {
    const now = clock.now();
    const token = newToken(merchantId);
    const key = tokenKey(token);
    if (key === null) throw new Error('a new token has no key');
    await db.transaction(async (tx) => {
      await tx
        .deleteFrom('enrolments')
        .where('merchant_id', '=', merchantId)
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .execute();
      await tx
        .insertInto('enrolments')
        .values({
          merchant_id: merchantId,
          id: uuidv7({ msecs: now.getTime() }),
          user_id: userId,
          token_hash: key.hash,
          totp_secret: cipher.encrypt(newTotpSecret()),
          expires_at: new Date(now.getTime() + LINK_LIFETIME),
          used_at: null,
          created_at: now,
        })
        .execute();
    });
    return token;
  }

  async function find(token: string) {
    const key = tokenKey(token);
    const row =
      key &&
      (await db.kysely
        .selectFrom('enrolments as e')
        .innerJoin('users as u', (join) =>
          join.onRef('u.merchant_id', '=', 'e.merchant_id').onRef('u.id', '=', 'e.user_id'),
        )
        .where('e.merchant_id', '=', key.merchantId)
        .where('e.token_hash', '=', key.hash)
        .where('e.used_at', 'is', null)
        .where('e.expires_at', '>', clock.now())
        .where('u.status', '!=', 'disabled')
        .select(['e.merchant_id', 'e.id', 'e.user_id', 'e.totp_secret', 'u.username', 'u.real_name'])
        .executeTakeFirst());
    if (!row) throw new NotFoundError('enrolment_invalid');
    return { ...row, totp_secret: cipher.decrypt(row.totp_secret) };
  }

  /** @throws NotFoundError for a link that is unknown, used or more than a day old */
  async function check(token: string): Promise<EnrolmentCheckData> {
    const { username, real_name, totp_secret } = await find(token);
    return { username, real_name, totp_secret, otpauth_url: totpUri(totp_secret, username, issuer) };
  }

  /**
   * Uses the link up: sets the password, binds the authenticator, enables the user.
   * @throws NotFoundError as `check` does, also when the link was used a moment ago
   * @throws ValidationError for a wrong code or a password that contains the user name
   */
  async function complete(body: { token: string; password: string; totp_code: string }): Promise<void> {
    const link = await find(body.token);
    if (body.password.toLowerCase().includes(link.username.toLowerCase())) {
      throw new ValidationError({ password: { key: 'password_contains_username' } });
    }
    const now = clock.now();
    const step = await verifyTotp(link.totp_secret, body.totp_code, now, null);
    if (step === null) throw new ValidationError({ totp_code: { key: 'wrong_code' } });
    const passwordHash = await hashPassword(body.password);
    await db.transaction(async (tx) => {
      const used = await tx
        .updateTable('enrolments')
        .set({ used_at: now })
        .where('merchant_id', '=', link.merchant_id)
        .where('id', '=', link.id)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows !== 1n) throw new NotFoundError('enrolment_invalid');
      await tx
        .updateTable('users')
        .set({
          password_hash: passwordHash,
          totp_secret: cipher.encrypt(link.totp_secret),
          totp_last_step: step,
          status: 'enabled',
          updated_at: now,
        })
        .where('merchant_id', '=', link.merchant_id)
        .where('id', '=', link.user_id)
        .execute();
    });
  }

  return { invite, check, complete };
}
