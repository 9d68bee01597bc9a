import type { IncomingHttpHeaders } from 'node:http';
import { addHours } from 'date-fns/addHours';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Db } from '#server/db/connect.ts';
import { sqlState } from '#server/db/dbErrors.ts';
import { later } from '#server/db/later.ts';
import type { Tx } from '#server/db/schema.ts';
import { REQUEST_LIMITS } from '#server/db/session.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import type { Session } from '#server/http/session.ts';

/** Long enough to be unique by chance, short enough for an index. */
const KEY = /^[\x21-\x7e]{8,128}$/;

/** Never stored, not even hashed, because six digits can be brute-forced from any hash. Verified again in each call. */
const LEFT_OUT = ['pay_password', 'totp_code'];

/** How long a key is bound to its response. */
const KEY_LIFETIME_HOURS = 24;

/** A duplicate waits for the first call, which takes milliseconds, but less than the console's time-out of 5 s. */
const WAIT_MS = 1_000;

/** lock_not_available */
const LOCK_TIMEOUT = '55P03';

/** A call as identified by its caller. */
interface IdempotentCall {
  merchantId: string;
  userId: string;
  /** Method and declared path. The same key may be used on different routes. */
  route: string;
  key: string;
  /** See `bodyHash`. */
  bodyHash: string;
}

/**
 * Executes a call at most once per idempotency key. Key, effect and response are stored in one transaction, and a
 * repeated call gets the stored response. A failed call stores nothing and can be retried with its key. The caller
 * checks permissions and the payment password before, each time.
 *
 * @param schema schema of the response, which must be JSON
 * @param effect runs in the given transaction, and again after a conflict with another one
 * @throws {ValidationError} on `idempotency_key` if it was used with another body
 * @throws {ConflictError} if the first call is still running after a second; also rethrows errors of `effect`
 */
export async function idempotently<S extends z.ZodType>(
  { db, clock }: { db: Db; clock: Clock },
  call: IdempotentCall,
  schema: S,
  effect: (tx: Tx) => Promise<z.output<S>>,
): Promise<z.output<S>> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    if (await claim(tx, call, now)) {
      const answer = await effect(tx);
      const keep = tx
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(answer) })
        .where(isOf(call));
      await later(tx, keep);
      return answer;
    }
    return schema.parse(await storedAnswer(tx, call));
  });
}

interface KeyedCall {
  session: Session;
  /** Null for a call without a key, which takes effect each time. */
  key: string | null;
  /** Method and path, including the ID of the record in it. */
  route: string;
  body: unknown;
}

/**
 * Runs `effect` in a transaction, at most once per key.
 * @param prepare long work before it, in transactions of its own, unless the call was answered before. Its repetition, by
 * a retry or a concurrent call, must change nothing, and so must its interruption.
 * @throws errors of `idempotently`
 */
export async function onceForKey<S extends z.ZodType>(
  deps: { db: Db; clock: Clock; cipher: Pick<Cipher, 'hash'> },
  { session: { merchantId, userId }, key, route, body }: KeyedCall,
  schema: S,
  effect: (tx: Tx) => Promise<z.output<S>>,
  prepare?: () => Promise<void>,
): Promise<z.output<S>> {
  if (key === null) {
    await prepare?.();
    return deps.db.transaction(effect);
  }
  const call = { merchantId, userId, route, key, bodyHash: bodyHash(deps.cipher, body) };
  if (prepare && !(await isAnswered(deps, call))) await prepare();
  return idempotently(deps, call, schema, effect);
}

async function isAnswered({ db, clock }: { db: Db; clock: Clock }, call: IdempotentCall): Promise<boolean> {
  const keys = db.kysely.selectFrom('idempotency_keys').where(isOf(call)).where('expires_at', '>', clock.now());
  return (await keys.select('key').executeTakeFirst()) !== undefined;
}

/**
 * Inserts the key. Of concurrent calls one proceeds and the others wait. Returns false if another call has inserted it.
 */
async function claim(tx: Tx, call: IdempotentCall, now: Date): Promise<boolean> {
  await later(tx, sql`set local lock_timeout = ${sql.lit(WAIT_MS)}`);
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
    // `default` would be the setting at connection time, not the one set by this transaction.
    await later(tx, sql`set local lock_timeout = ${sql.lit(REQUEST_LIMITS.lockMs)}`);
    return true;
  } catch (error) {
    if (sqlState(error) === LOCK_TIMEOUT) throw new ConflictError({ id: 'still_running' });
    throw error;
  }
}

async function storedAnswer(tx: Tx, call: IdempotentCall): Promise<unknown> {
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

/** Deletes expired keys. Runs hourly. */
export async function forgetExpiredKeys(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const key = ['user_id', 'route', 'key'] as const;
  await forgetRows(db, 'idempotency_keys', { key, isOld: sql`old.expires_at <= ${now}` });
}

/**
 * Keyed hash of a body in hex, independent of the order of its keys. Keyed, because a body may contain a card number,
 * which could be brute-forced from a plain hash.
 */
export function bodyHash(keyed: Pick<Cipher, 'hash'>, body: unknown): string {
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

/**
 * The `Idempotency-Key` header of a request.
 * @throws {ValidationError} on `idempotency_key` if it is missing or malformed
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new ValidationError({ idempotency_key: { key: 'idempotency_key' } });
}

/**
 * Like `idempotencyKeyOf`, but null if the header is absent.
 * @throws {ValidationError} on `idempotency_key` if it is malformed
 */
export function optionalIdempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  return headers['idempotency-key'] === undefined ? null : idempotencyKeyOf(headers);
}
