import { checkCounted, type AskedUser } from '#server/attempts/checkCounted.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { verifyTotp } from '#server/crypto/totp.ts';
import type { Db } from '#server/db/connect.ts';
import { ValidationError } from '#server/errors.ts';

const SIX_DIGITS = /^[0-9]{6}$/;

export type TotpConfirmation = ReturnType<typeof createTotpConfirmation>;

/** Acts that somebody who found an unlocked screen shall not be able to do ask for the actor's authenticator once more. */
export function createTotpConfirmation({ db, clock, cipher }: { db: Db; clock: Clock; cipher: Cipher }) {
  /**
   * Checks the code that the authenticator of a user shows now, and uses it up, also for signing in. Five wrong ones in
   * a row lock it for 30 minutes. Call it when everything else that is asked for is right, and before the transaction.
   * @throws ValidationError on `totp_code`, which tells how many tries are left or how long it is locked
   */
  async function check(merchantId: string, userId: string, code: unknown): Promise<void> {
    await checkBy({ merchantId, userId }, code, async (text) => (await fitsNow(merchantId, userId, text)) || null);
  }

  /**
   * The same, and a recovery code does as well. What `useRecoveryCode` gives says whether it was one.
   * @throws ValidationError as `check` does
   */
  async function checkEither(user: AskedUser, code: string, useRecoveryCode: () => Promise<boolean>): Promise<void> {
    await checkBy(user, code, async (text) => {
      const isShort = SIX_DIGITS.test(text);
      return (isShort ? await fitsNow(user.merchantId, user.userId, text) : await useRecoveryCode()) || null;
    });
  }

  async function checkBy(user: AskedUser, code: unknown, fits: (code: string) => Promise<true | null>): Promise<void> {
    if (typeof code !== 'string' || code === '') throw new ValidationError({ totp_code: { key: 'required' } });
    const counted = { db, now: clock.now(), table: 'totp_attempts', field: 'totp_code', texts: 'totp' } as const;
    await checkCounted({ ...counted, user }, () => fits(code));
  }

  async function fitsNow(merchantId: string, userId: string, code: string): Promise<boolean> {
    const user = await db.kysely
      .selectFrom('users')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', userId)
      .select(['totp_secret', 'totp_last_step'])
      .executeTakeFirst();
    if (!user?.totp_secret || !SIX_DIGITS.test(code)) return false;
    const { totp_secret: secret, totp_last_step: last } = user;
    const step = await verifyTotp(cipher.decrypt(secret), code, clock.now(), last);
    return step !== null && useUp({ merchantId, userId }, step, secret);
  }

  /** False when the code, or a later one, has been used meanwhile, or the authenticator is another one by now. */
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
