import type { Clock } from '#server/clock.ts';
import { verifyPassword } from '#server/crypto/password.ts';
import type { Db } from '#server/db/connect.ts';
import { ValidationError, type Message } from '#server/errors.ts';
import { clearAttempts, MAX_FAILURES, reserveAttempt } from './payPasswordAttempts.ts';

const MINUTE = 60_000;

export type PayPasswords = ReturnType<typeof createPayPasswords>;

/** The payment password is one user's own, so that each money-out is one person's act. */
export function createPayPasswords({ db, clock }: { db: Db; clock: Clock }) {
  /**
   * Checks the payment password of a user; five wrong ones in a row lock it for 30 minutes.
   * @throws ValidationError on `pay_password`, which tells how many tries are left or how long it is locked
   */
  async function check(merchantId: string, userId: string, password: unknown): Promise<void> {
    if (typeof password !== 'string' || password === '') throw refusal({ key: 'required' });
    const user = await db.kysely
      .selectFrom('users')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', userId)
      .select('pay_password_hash')
      .executeTakeFirst();
    if (!user?.pay_password_hash) throw refusal({ key: 'pay_password_not_set' });
    const now = clock.now();
    const { failures, lockedUntil } = await reserveAttempt(db, { merchantId, userId }, now);
    if (failures > MAX_FAILURES) throw locked(lockedUntil, now);
    if (await verifyPassword(user.pay_password_hash, password)) return clearAttempts(db, { merchantId, userId });
    if (failures === MAX_FAILURES) throw locked(lockedUntil, now);
    throw refusal({ key: 'pay_password_wrong', args: { left: MAX_FAILURES - failures } });
  }

  return { check };
}

function locked(until: Date | null, now: Date): ValidationError {
  const minutes = Math.ceil(((until ?? now).getTime() - now.getTime()) / MINUTE);
  return refusal({ key: 'pay_password_locked', args: { minutes } });
}

function refusal(message: Message): ValidationError {
  return new ValidationError({ pay_password: message });
}
