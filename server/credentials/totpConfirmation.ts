import { checkCounted, type AskedUser } from '#server/attempts/checkCounted.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { verifyTotp, wasUsed } from '#server/crypto/totp.ts';
import type { Db } from '#server/db/connect.ts';
import { ValidationError, WrongSecretError } from '#server/errors.ts';
import type { RecoveryCodeState } from './recoveryCodes.ts';

const SIX_DIGITS = /^[0-9]{6}$/;

export type TotpConfirmation = ReturnType<typeof createTotpConfirmation>;

/** A right code, whose use is still to be written down. */
type Found = { step: bigint; secret: string } | 'recovery_code';

/** The ways to confirm with a recovery code. */
export interface RecoveryCode {
  /** Has no effect. */
  stateOf(): Promise<RecoveryCodeState>;
  /** @returns false if it has been used in the meantime */
  use(): Promise<boolean>;
}

/** Asks for the authenticator's code again where an unlocked screen alone must not be enough. */
export function createTotpConfirmation({ db, clock, cipher }: { db: Db; clock: Clock; cipher: Cipher }) {
  /**
   * Checks the code that the authenticator of a user shows now, and uses it up, also for signing in. Five wrong ones in
   * a row lock it for 30 minutes. Call it when everything else that is asked for is right, and before the transaction.
   * @throws ValidationError on `totp_code`, with the number of attempts left or the minutes it is locked for. A code
   * that was used before is refused, too, but doesn't count: it is no guess.
   */
  async function check(merchantId: string, userId: string, code: unknown): Promise<void> {
    const user = { merchantId, userId };
    await confirm(user, await checkBy(user, code, (text) => fitsNow(user, text)));
  }

  /**
   * As `check`, but a recovery code does as well.
   * @throws ValidationError as `check` does
   */
  async function checkEither(user: AskedUser, code: string, recovery: RecoveryCode): Promise<void> {
    const found = await checkBy(user, code, async (text): Promise<Found | null> => {
      if (SIX_DIGITS.test(text)) return fitsNow(user, text);
      const state = await recovery.stateOf();
      if (state === 'used') throw used();
      return state === 'fresh' ? 'recovery_code' : null;
    });
    await confirm(user, found, recovery);
  }

  async function checkBy(
    user: AskedUser,
    code: unknown,
    fits: (code: string) => Promise<Found | null>,
  ): Promise<Found> {
    if (typeof code !== 'string' || code === '') throw new ValidationError({ totp_code: { key: 'required' } });
    const counted = { db, clock, table: 'totp_attempts', field: 'totp_code', texts: 'totp' } as const;
    return checkCounted({ ...counted, user }, () => fits(code));
  }

  async function fitsNow({ merchantId, userId }: AskedUser, code: string): Promise<Found | null> {
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
    if (wasUsed(step, last)) throw used();
    return { step, secret };
  }

  /** Uses a code up. @throws ValidationError if another call has used it in the meantime */
  async function confirm(user: AskedUser, found: Found, recovery?: RecoveryCode): Promise<void> {
    const isMine = found === 'recovery_code' ? await recovery?.use() : await useUp(user, found.step, found.secret);
    if (isMine !== true) throw used();
  }

  /** Returns false if the code, or a later one, has been used, or the authenticator has been replaced. */
  async function useUp({ merchantId, userId }: AskedUser, step: bigint, secret: string): Promise<boolean> {
    const result = await db.kysely
      .updateTable('users')
      .set({ totp_last_step: step })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', userId)
      .where('totp_secret', '=', secret)
      .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  return { check, checkEither };
}

function used(): WrongSecretError {
  return new WrongSecretError('totp_code', { key: 'totp_used' });
}
