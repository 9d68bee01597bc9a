import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { checkOwnPassword } from '#server/passwords/checkOwnPassword.ts';

export type PayPasswords = ReturnType<typeof createPayPasswords>;

/** The payment password is one user's own, so that each money-out is one person's act. */
export function createPayPasswords(means: { db: Db; clock: Clock }) {
  /**
   * Checks the payment password of a user; five wrong ones in a row lock it for 30 minutes.
   * @throws ValidationError on `pay_password`, which tells how many tries are left or how long it is locked
   */
  async function check(merchantId: string, userId: string, password: unknown): Promise<void> {
    await checkOwnPassword(means, { merchantId, userId, kind: 'pay', password, field: 'pay_password' });
  }

  return { check };
}
