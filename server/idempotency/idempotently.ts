import type { IncomingHttpHeaders } from 'node:http';
import { addHours } from 'date-fns/addHours';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { sqlState } from '#server/db/dbErrors.ts';
import { REQUEST_LIMITS } from '#server/db/limits.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';

/** Long enough not to be chosen twice by chance, short enough for an index. */
const KEY = /^[\x21-\x7e]{8,128}$/;

/** Never stored, not even hashed: six digits are guessed from any hash. They are checked anew for each call. */
const LEFT_OUT = ['pay_password', 'totp_code'];

/** The part of the data key's cipher that is needed. */
interface KeyedHash {
  hash(purpose: 'request_body', text: string): string;
}

/** How long a key stands for its answer. A client that retries later than a day has to look first. */
export const KEY_LIFETIME_HOURS = 24;

/** Most calls take milliseconds: a duplicate waits for the first, but less long than the console's 5 seconds. */
const WAIT_MS = 1_000;

/** lock_not_available */
const LOCK_TIMEOUT = '55P03';

/** One call as its caller names it. */
export interface IdempotentCall {
  merchantId: string;
  userId: string;
  /** Method and path as declared: one key may be used on two of them. */
  route: string;
  key: string;
  /** See `bodyHash`. */
  bodyHash: string;
}

/**
 * Has an effect once, however often the call is made: the key, the effect and the answer are stored in one transaction.
 * The same call again gets the stored answer. Nothing is stored of a call that fails, so that it may be made again
 * with its key. The caller's rights and the payment password are checked before, each time.
 *
 * @param schema of the answer, which must be JSON
 * @param effect runs in the transaction given, and again when that lost against another one
 * @throws ValidationError on `idempotency_key` when it was used with another body
 * @throws ConflictError when the first call is still running after a second; and whatever `effect` throws
 */
export async function idempotently<S extends z.ZodType>(
  { db, clock }: { db: Db; clock: Clock },
  call: IdempotentCall,
  schema: S,
  effect: (tx: Transaction<Database>) => Promise<z.output<S>>,
): Promise<z.output<S>> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    if (await claim(tx, call, now)) {
      const answer = await effect(tx);
      await tx
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(answer) })
        .where(isOf(call))
        .execute();
      return answer;
    }
    return schema.parse(await storedAnswer(tx, call));
  });
}

/** Writes the key down; false when another call has done so. Of calls at the same time one goes on, the others wait. */
async function claim(tx: Transaction<Database>, call: IdempotentCall, now: Date): Promise<boolean> {
  await sql`set local lock_timeout = ${sql.lit(WAIT_MS)}`.execute(tx);
  const claimed = {
    body_hash: call.bodyHash,
    answer: 'null',
    created_at: now,
    expires_at: addHours(now, KEY_LIFETIME_HOURS),
  };
  try {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('idempotency_keys')
      .values({ merchant_id: call.merchantId, user_id: call.userId, route: call.route, key: call.key, ...claimed })
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'user_id', 'route', 'key'])
          .doUpdateSet(claimed)
          .where('idempotency_keys.expires_at', '<=', now),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return false;
    // The default is what the connection began with, and not what it was set to.
    await sql`set local lock_timeout = ${sql.lit(REQUEST_LIMITS.lockMs)}`.execute(tx);
    return true;
  } catch (error) {
    if (sqlState(error) === LOCK_TIMEOUT) throw new ConflictError({ id: 'still_running' });
    throw error;
  }
}

async function storedAnswer(tx: Transaction<Database>, call: IdempotentCall): Promise<unknown> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .where(isOf(call))
    .select(['body_hash', 'answer'])
    .executeTakeFirstOrThrow();
  if (row.body_hash !== call.bodyHash) {
    throw new ValidationError({ idempotency_key: { key: 'idempotency_key_reused' } });
  }
  return row.answer;
}

function isOf({ merchantId, userId, route, key }: IdempotentCall): RawBuilder<boolean> {
  return sql<boolean>`merchant_id = ${merchantId} and user_id = ${userId} and route = ${route} and key = ${key}`;
}

/** Forgets keys whose time is over. For an hourly task. */
export async function forgetExpiredKeys(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await db.kysely.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute();
}

/**
 * What tells two bodies apart, as hex: the order of their keys does not. Keyed, because a body may hold a card number,
 * which is found in a plain hash by trying.
 */
export function bodyHash(keyed: KeyedHash, body: unknown): string {
  return keyed.hash('request_body', canonical(body, true));
}

function canonical(value: unknown, isBody = false): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const parts = Object.entries(value)
    .filter(([key, part]) => part !== undefined && !(isBody && LEFT_OUT.includes(key)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`);
  return `{${parts.join(',')}}`;
}

/** The header `Idempotency-Key` of a request. @throws ValidationError on `idempotency_key` when it is missing or not of its form */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new ValidationError({ idempotency_key: { key: 'idempotency_key' } });
}

/** The same where it may be left out: null then. @throws ValidationError as above */
export function optionalIdempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  return headers['idempotency-key'] === undefined ? null : idempotencyKeyOf(headers);
}
