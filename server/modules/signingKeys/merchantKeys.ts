import { randomBytes } from 'node:crypto';
import { addHours } from 'date-fns/addHours';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import type { Md5Key, MerchantKey } from '#shared/contract/basicInformation.ts';
import { NEWEST_VERSION } from '#shared/gateway/versions.ts';
import { TEST_KEY_PREFIX } from '#shared/contract/testMode.ts';
import { assertFewEntries } from '#server/audit/readAudit.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import { type Cipher, WrongDataKeyError } from '#server/crypto/dataKey.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Db } from '#server/db/connect.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { DbOrTx, MerchantKeysTable, Tx } from '#server/db/schema.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import {
  areAboveDefaults,
  assertMayMake,
  assertMayPay,
  defaultLimits,
  type KeyLimits,
  type KeyManager,
  proposalOf,
  withinDefaults,
} from './keyTerms.ts';
import { approvalEnded, askForApproval } from './recordKeyChange.ts';
import { notify } from '../notifications/service.ts';

const NO_LIMITS: KeyLimits = { per_call_limit: null, per_day_limit: null };

const REGENERATE = 'md5_key.regenerate';

export type MerchantKeys = ReturnType<typeof createMerchantKeys>;

interface MerchantKeysDeps {
  db: Db;
  clock: Clock;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
  /** Maximum grace period of a replaced key, in hours. */
  maxGraceHours: number;
  /** Version of first keys. A replacement has that of its predecessor, because the same programs use it. */
  newestVersion?: string;
}

interface Replacement {
  /** The current key that the caller has seen, or null if there was none. */
  keyId: string | null;
  /** Grace period of that key in hours; the maximum if undefined. */
  graceHours: number | undefined;
}

/** Default keys, with which merchants may sign all gateway calls: the current one, and the previous one in its grace period. */
export function createMerchantKeys(deps: MerchantKeysDeps) {
  return { ...createReads(deps), ...createReplacements(deps) };
}

function createReads({ db, clock, cipher, maxGraceHours }: MerchantKeysDeps) {
  /** The keys without their secret parts. */
  async function shown(merchantId: string): Promise<Md5Key> {
    return shownKeys(await keysAt(db.kysely, merchantId, clock.now()), maxGraceHours);
  }

  /** The valid keys for a signature, current one first. */
  async function usableKeys(merchantId: string): Promise<{ id: string; key: string }[]> {
    const { current, previous } = await keysAt(db.kysely, merchantId, clock.now());
    return [current, previous].flatMap((row) =>
      row ? [{ id: row.id, key: openKey(cipher.decrypt, row.id, row.key_value) }] : [],
    );
  }

  /** The ID of the current key, or null if there is none. */
  async function currentId(merchantId: string): Promise<string | null> {
    return (await keysAt(db.kysely, merchantId, clock.now())).current?.id ?? null;
  }

  return { shown, usableKeys, currentId };
}

function createReplacements(deps: MerchantKeysDeps) {
  const { db, clock, cipher, maxGraceHours, newestVersion = NEWEST_VERSION } = deps;

  /**
   * Checks a replacement before any password is checked.
   * @throws {ForbiddenError} `key_needs_rights` if the user may not pay
   * @throws {ConflictError} if another key is current
   * @throws {ValidationError} on `grace_hours` if it is too long
   */
  async function assertReplaceable(
    { merchantId, permissions }: Pick<KeyManager, 'merchantId' | 'permissions'>,
    { keyId, graceHours }: Replacement,
  ): Promise<void> {
    assertMayPay(permissions);
    if (graceHours !== undefined && graceHours > maxGraceHours) {
      throw new ValidationError({ grace_hours: { key: 'too_big', args: { max: maxGraceHours } } });
    }
    assertInForce(await keysAt(db.kysely, merchantId, clock.now()), keyId);
  }

  /**
   * Creates a key, valid immediately. Repeated and concurrent calls are rejected, so the key needn't be stored for a
   * replay. It has the limits of the replaced one, at most the defaults; higher ones must be approved again.
   * @returns the key, which can't be read again
   * @throws {TooManyRequestsError} if keys are replaced too often; also the errors of `assertReplaceable`
   */
  async function replace(actor: KeyManager, asked: Replacement): Promise<string> {
    const { merchantId } = actor;
    const { graceHours = maxGraceHours } = asked;
    await assertReplaceable(actor, asked);
    return db.transaction(async (tx) => {
      await lockTenant(tx, merchantId);
      const at = clock.now();
      await assertMayMake(tx, actor, true, at);
      const before = await keysAt(tx, merchantId, at);
      assertInForce(before, asked.keyId);
      const record = { merchantId, resource: 'md5_key', recordId: merchantId };
      await assertFewEntries(tx, record, [REGENERATE], at);
      const tenant = await tenantSettings(tx, merchantId);
      const key = newKey(tenant);
      const ends_at = addHours(at, graceHours);
      await endCurrent(tx, merchantId, ends_at);
      const old = before.current ?? NO_LIMITS;
      const limits = withinDefaults(old, tenant);
      const isMore = old.per_call_limit !== null && areAboveDefaults(old, tenant);
      const { per_call_limit, per_day_limit } = old;
      const proposed = isMore
        ? {
            proposal: JSON.stringify(proposalOf({ per_call_limit, per_day_limit })),
            proposer_id: actor.userId,
            proposed_at: at,
          }
        : {};
      const lineage_id = before.current && (before.current.lineage_id ?? before.current.id);
      const gateway_version = before.current?.gateway_version ?? newestVersion;
      const row = {
        ...newRow(cipher, merchantId, key, at),
        ...limits,
        creator_id: actor.userId,
        lineage_id,
        gateway_version,
      };
      await tx
        .insertInto('merchant_keys')
        .values({ ...row, ...proposed })
        .execute();
      await notify(tx, { merchantId, kind: 'key_changed', data: {}, at, except: actor.userId });
      if (before.current?.proposal) {
        await approvalEnded(tx, actor, before.current.id, { outcome: 'cancelled', at });
      }
      if (isMore) await askForApproval(tx, actor, row, at);
      const sides = {
        before: loggedKeysOf(before),
        after: { key: row.key_tail, previous_ends_at: before.current && ends_at, ...limits },
      };
      await recordAudit(tx, { actor, action: REGENERATE, recordId: merchantId, at, ...sides });
      return key;
    });
  }

  /** Inserts the first key of a new test side. The user isn't shown it: the console signs with it. */
  async function issueFirst(tx: Tx, testMerchantId: string): Promise<void> {
    const limits = defaultLimits(await tenantSettings(tx, testMerchantId));
    const row = newRow(cipher, testMerchantId, newKey({ isTest: true }), clock.now());
    await tx
      .insertInto('merchant_keys')
      .values({ ...row, ...limits, gateway_version: newestVersion })
      .execute();
  }

  /** Ends the previous key immediately. @throws {ConflictError} if it has ended, or isn't the previous one */
  async function endPrevious(actor: Actor, keyId: string): Promise<void> {
    const { merchantId } = actor;
    await db.transaction(async (tx) => {
      await lockTenant(tx, merchantId);
      const at = clock.now();
      const { previous } = await keysAt(tx, merchantId, at);
      if (previous?.id !== keyId) throw new ConflictError({ id: 'key_over' });
      await tx.deleteFrom('merchant_keys').where('merchant_id', '=', merchantId).where('id', '=', keyId).execute();
      await recordAudit(tx, {
        actor,
        action: 'md5_key.end_previous',
        recordId: merchantId,
        at,
        before: { previous: previous.key_tail, previous_ends_at: previous.ends_at },
        after: { previous: null },
      });
    });
  }

  return { assertReplaceable, replace, issueFirst, endPrevious };
}

function newRow({ encrypt }: Pick<Cipher, 'encrypt'>, merchant_id: string, key: string, at: Date) {
  const id = uuidv7({ msecs: at.getTime() });
  const stored = { key_value: sealKey(encrypt, id, key), key_tail: tailOf(key) };
  return { merchant_id, id, ...stored, created_at: at, ends_at: null, last_used_at: null, last_used_ip: null };
}

/** The current key, or undefined if there is none. */
export async function currentKey(
  { db, clock, cipher }: Pick<MerchantKeysDeps, 'db' | 'clock' | 'cipher'>,
  merchantId: string,
): Promise<string | undefined> {
  const { current } = await keysAt(db.kysely, merchantId, clock.now());
  return current ? openKey(cipher.decrypt, current.id, current.key_value) : undefined;
}

function assertInForce({ current }: KeysAt, keyId: string | null): void {
  if ((current?.id ?? null) !== keyId) throw new ConflictError({ id: 'key_replaced' });
}

function loggedKeysOf({ current, previous }: KeysAt) {
  return current && { key: current.key_tail, ...(previous && { previous: previous.key_tail }) };
}

type KeyRow = Selectable<MerchantKeysTable>;

/** The valid keys at a time. */
interface KeysAt {
  current: KeyRow | null;
  previous: (KeyRow & { ends_at: Date }) | null;
}

/** A merchant's keys that are valid at a time. */
async function keysAt(db: DbOrTx, merchantId: string, at: Date): Promise<KeysAt> {
  const rows = await db
    .selectFrom('merchant_keys')
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .selectAll()
    .execute();
  const previous = rows.flatMap((row) => (row.ends_at === null ? [] : [{ ...row, ends_at: row.ends_at }]));
  return { current: rows.find(({ ends_at }) => ends_at === null) ?? null, previous: previous[0] ?? null };
}

/** Sets the end of the current key, and ends an older one immediately. */
async function endCurrent(tx: Tx, merchantId: string, endsAt: Date): Promise<void> {
  await tx.deleteFrom('merchant_keys').where('merchant_id', '=', merchantId).where('ends_at', 'is not', null).execute();
  await tx
    .updateTable('merchant_keys')
    .set({ ends_at: endsAt, proposal: null })
    .where('merchant_id', '=', merchantId)
    .execute();
}

/** Deletes expired keys. Runs hourly. */
export async function forgetEndedKeys(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await forgetRows(db, 'merchant_keys', { key: ['id'], isOld: sql`old.ends_at <= ${now}` });
}

/** The keys as users may see them: only their tails. */
function shownKeys({ current, previous }: KeysAt, maxGraceHours: number): Md5Key {
  return {
    max_grace_hours: maxGraceHours,
    current: current && shownKey(current),
    previous: previous && { ...shownKey(previous), ends_at: previous.ends_at.toISOString() },
  };
}

function shownKey({ id, key_tail, created_at, last_used_at, per_call_limit, per_day_limit }: KeyRow): MerchantKey {
  const times = { created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null };
  const limits = {
    per_call_limit: per_call_limit?.toString() ?? null,
    per_day_limit: per_day_limit?.toString() ?? null,
  };
  return { id, tail: key_tail, ...limits, ...times };
}

const KEY_BYTES = 16;
/** Characters shown of a key for recognition. 112 bits remain secret. */
const TAIL = 4;

/**
 * 128 random bits as 32 lower-case hex digits, the format that MD5 signing code expects; for a test side after `test_`.
 * A longer key wouldn't strengthen MD5, and 128 bits can't be searched under HMAC-SHA256 either.
 */
export function newKey({ isTest }: { isTest: boolean }): string {
  return (isTest ? TEST_KEY_PREFIX : '') + randomBytes(KEY_BYTES).toString('hex');
}

export function tailOf(key: string): string {
  return key.slice(-TAIL);
}

/** The stored form of a key: encrypted together with its row's ID, so that it can't be moved to another row. */
export function sealKey(encrypt: Cipher['encrypt'], id: string, key: string): string {
  return encrypt(`${id}:${key}`);
}

/** @throws {WrongDataKeyError} if it was encrypted with another data key or for another row */
export function openKey(decrypt: Cipher['decrypt'], id: string, sealed: string): string {
  const text = decrypt(sealed);
  if (!text.startsWith(`${id}:`)) throw new WrongDataKeyError();
  return text.slice(id.length + 1);
}
