import type { Selectable } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { verifyTotp, isCodeUsed } from '#server/crypto/totp.ts';
import type { UserKey } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbOrTx, UsersTable } from '#server/db/schema.ts';
import { ValidationError, WrongSecretError } from '#server/errors.ts';
import { checkCounted } from '#server/limits/checkCounted.ts';
import type { RecoveryCodeState } from './recoveryCodes.ts';

const SIX_DIGITS = /^[0-9]{6}$/;

/** A correct code that isn't recorded as used yet. */
type Found = { step: bigint; secret: string } | 'recovery_code';

/** How to confirm with a recovery code. */
interface RecoveryCode {
  /** Looks the code up without using it. */
  stateOf(): Promise<RecoveryCodeState>;
  /** @returns false if it has been used in the meantime */
  use(): Promise<boolean>;
}

/** Asks for an authenticator code again for actions that an unlocked screen alone must not allow. */
export function createTotpConfirmation({ db, clock, cipher }: { db: Db; clock: Clock; cipher: Cipher }) {
  /**
   * Checks the current authenticator code of a user and marks it as used, for sign-in too. Five failures in a row lock
   * it for 30 minutes. Call it after all other validation and before the transaction. A code that was used before is
   * rejected but not counted, because it isn't a guess.
   * @throws {ValidationError} on `totp_code` if it is wrong, used or locked; names the attempts left, or the minutes of
   * the lock
   */
  async function check(merchantId: string, userId: string, code: unknown): Promise<void> {
    const user = { merchantId, userId };
    await confirm(user, await checkBy(user, code, (text) => fitsNow(user, text)));
  }

  /** Like `check`, but also accepts a recovery code. @throws {ValidationError} as `check` does */
  async function checkEither(user: UserKey, code: string, recovery: RecoveryCode): Promise<void> {
    const found = await checkBy(user, code, async (text): Promise<Found | null> => {
      if (SIX_DIGITS.test(text)) return fitsNow(user, text);
      const state = await recovery.stateOf();
      if (state === 'used') throw used();
      return state === 'fresh' ? 'recovery_code' : null;
    });
    await confirm(user, found, recovery);
  }

  async function checkBy(
    user: UserKey,
    code: unknown,
    verify: (code: string) => Promise<Found | null>,
  ): Promise<Found> {
    if (typeof code !== 'string' || code === '') throw new ValidationError({ totp_code: { key: 'required' } });
    const counted = { db, clock, table: 'totp_attempts', field: 'totp_code', texts: 'totp' } as const;
    return checkCounted({ ...counted, user }, () => verify(code));
  }

  async function fitsNow({ merchantId, userId }: UserKey, code: string): Promise<Found | null> {
    const user = await db.kysely
      .selectFrom('users')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', userId)
      .select(['totp_secret', 'totp_last_step'])
      .executeTakeFirst();
    if (!user?.totp_secret || !SIX_DIGITS.test(code)) return null;
    const { totp_secret: secret, totp_last_step: last } = user;
    const step = await verifyTotp(cipher.decrypt(secret), code, clock.now());
    if (step === null) return null;
    if (isCodeUsed(step, last)) throw used();
    return { step, secret };
  }

  /** Marks a code as used. @throws {ValidationError} if another call has used it in the meantime */
  async function confirm(user: UserKey, found: Found, recovery?: RecoveryCode): Promise<void> {
    const isMine = found === 'recovery_code' ? await recovery?.use() : await useTotpStep(db.kysely, user, found);
    if (isMine !== true) throw used();
  }

  return { check, checkEither };
}

/**
 * Marks a TOTP step as used. Returns false if it or a later one has been used, or the authenticator has been replaced.
 * @param secret as stored
 * @param also further columns to write with it
 */
export async function useTotpStep(
  db: DbOrTx,
  { merchantId, userId }: UserKey,
  { step, secret }: { step: bigint; secret: string },
  also: Partial<Pick<Selectable<UsersTable>, 'last_login_at' | 'last_login_ip' | 'language'>> = {},
): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ totp_last_step: step, ...also })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', userId)
    .where('totp_secret', '=', secret)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

function used(): WrongSecretError {
  return new WrongSecretError('totp_code', { key: 'totp_used' });
}
