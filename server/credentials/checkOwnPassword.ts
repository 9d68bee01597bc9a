import { checkCounted, type AskedUser } from '#server/attempts/checkCounted.ts';
import type { Clock } from '#server/clock.ts';
import { verifyPassword } from '#server/crypto/password.ts';
import type { Db } from '#server/db/connect.ts';
import { ValidationError, type Message } from '#server/errors.ts';

export type PayPasswords = ReturnType<typeof createPayPasswords>;

/** The two passwords of a user: where each is stored, where its wrong tries are counted, how its texts begin. */
const KINDS = {
  login: { column: 'password_hash', attempts: 'login_password_attempts', texts: 'login_password' },
  pay: { column: 'pay_password_hash', attempts: 'pay_password_attempts', texts: 'pay_password' },
} as const;

interface Asked extends AskedUser {
  kind: keyof typeof KINDS;
  /** As it was sent. */
  password: unknown;
  /** What the request calls it, for the message. */
  field: string;
}

/**
 * Checks a password of a signed-in user; five wrong ones in a row lock it for 30 minutes.
 * @returns the hash that it fits
 * @throws ValidationError on the field, with the number of attempts left or the minutes it is locked for
 * @throws TooManyRequestsError as `checkCounted` does
 */
export async function checkOwnPassword(
  { db, clock }: { db: Db; clock: Clock },
  { merchantId, userId, kind, password, field }: Asked,
): Promise<string> {
  const { column, attempts, texts } = KINDS[kind];
  const refusal = (message: Message) => new ValidationError({ [field]: message });
  if (typeof password !== 'string' || password === '') throw refusal({ key: 'required' });
  const readHash = async () => {
    const user = await db.kysely
      .selectFrom('users')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', userId)
      .select(column)
      .executeTakeFirst();
    const hash = user?.[column];
    if (!hash) throw refusal({ key: `${texts}_not_set` });
    return hash;
  };
  return checkCounted({ db, clock, table: attempts, user: { merchantId, userId }, field, texts }, async () => {
    const hash = await readHash();
    return (await verifyPassword(hash, password)) ? hash : null;
  });
}

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
