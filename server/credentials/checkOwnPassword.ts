import type { Clock } from '#server/clock.ts';
import { verifyPassword } from '#server/crypto/password.ts';
import type { UserKey } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import { type Message, ValidationError } from '#server/errors.ts';
import { checkCounted } from '#server/limits/checkCounted.ts';

export type PayPasswords = ReturnType<typeof createPayPasswords>;

/** The two passwords of a user: the column, the table of failed attempts, and the prefix of the messages. */
const KINDS = {
  login: { column: 'password_hash', attempts: 'login_password_attempts', texts: 'login_password' },
  pay: { column: 'pay_password_hash', attempts: 'pay_password_attempts', texts: 'pay_password' },
} as const;

interface Asked extends UserKey {
  kind: keyof typeof KINDS;
  /** The value as sent, not yet validated. */
  password: unknown;
  /** Name of the field in the request, for the error message. */
  field: string;
}

/**
 * Checks a password of a signed-in user. Five failures in a row lock it for 30 minutes.
 * @returns the stored hash that the password matches
 * @throws {ValidationError} if the password is wrong or locked; names the attempts left, or the minutes of the lock
 * @throws {TooManyRequestsError} as `checkCounted` does
 */
export async function checkOwnPassword(
  { db, clock }: { db: Db; clock: Clock },
  { merchantId, userId, kind, password, field }: Asked,
): Promise<string> {
  const { column, attempts, texts } = KINDS[kind];
  const refusal = (message: Message) => new ValidationError({ [field]: message });
  if (typeof password !== 'string' || password === '') throw refusal({ key: 'required' });
  return checkCounted({ db, clock, table: attempts, user: { merchantId, userId }, field, texts }, async () => {
    const user = await db.kysely
      .selectFrom('users')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', userId)
      .select(column)
      .executeTakeFirst();
    const hash = user?.[column];
    if (!hash) throw refusal({ key: `${texts}_not_set` });
    return (await verifyPassword(hash, password)) ? hash : null;
  });
}

/** The payment password belongs to one user, so every payout is the act of one person. */
export function createPayPasswords(deps: { db: Db; clock: Clock }) {
  /**
   * Checks the payment password of a user. Five failures in a row lock it for 30 minutes.
   * @throws {ValidationError} on `pay_password` if it is wrong or locked; names the attempts left, or the minutes of
   * the lock
   */
  async function check(merchantId: string, userId: string, password: unknown): Promise<void> {
    await checkOwnPassword(deps, { merchantId, userId, kind: 'pay', password, field: 'pay_password' });
  }

  return { check };
}
