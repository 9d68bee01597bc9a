import { addHours } from 'date-fns/addHours';
import { subMinutes } from 'date-fns/subMinutes';
import { v7 as uuidv7 } from 'uuid';
import type { Md5Key } from '#shared/contract/baseInfo.ts';
import { assertFewEntries } from '#server/audit/readAudit.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { lockTenant } from '#server/db/lockTenant.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { notify } from '../notifications/service.ts';
import { endCurrent, keysAt, shownKeys, type KeysAt, type KeyRow } from './keyRows.ts';
import { newKey, openKey, sealKey, tailOf } from './sealedKey.ts';

const REGENERATE = 'md5_key.regenerate';

export type MerchantKeys = ReturnType<typeof createMerchantKeys>;

interface MerchantKeysMeans {
  db: Db;
  clock: Clock;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
  /** How long at most an old key still works after it has been replaced. */
  maxGraceHours: number;
}

export interface Replacement {
  /** The key in force that the caller has seen; null: none. */
  keyId: string | null;
  /** How long that one still works; undefined: as long as the setting allows. */
  graceHours: number | undefined;
}

/** The keys that merchants sign their calls to the gateway with: one in force, and the one before in its grace time. */
export function createMerchantKeys({ db, clock, cipher, maxGraceHours }: MerchantKeysMeans) {
  /** What may be shown of them. */
  async function shown(merchantId: string): Promise<Md5Key> {
    return shownKeys(await keysAt(db.kysely, merchantId, clock.now()), maxGraceHours);
  }

  /**
   * Makes sure that what is asked can be done, before anybody's password is.
   * @throws ConflictError when another key is in force; ValidationError on `grace_hours`
   */
  async function assertReplaceable(merchantId: string, { keyId, graceHours }: Replacement): Promise<void> {
    if (graceHours !== undefined && graceHours > maxGraceHours) {
      throw new ValidationError({ grace_hours: { key: 'too_big', args: { max: maxGraceHours } } });
    }
    assertInForce(await keysAt(db.kysely, merchantId, clock.now()), keyId);
  }

  /**
   * Makes a new key, which works from now on. A key is replaced once: whoever asks again, or at the same moment, is told
   * that it has been. That is why nothing that is made here needs to be kept for a second answer.
   * @returns the key, which nobody can read again
   * @throws as `assertReplaceable` does; TooManyRequestsError
   */
  async function replace(actor: Actor, asked: Replacement): Promise<string> {
    const { merchantId } = actor;
    const { graceHours = maxGraceHours } = asked;
    await assertReplaceable(merchantId, asked);
    return db.transaction(async (tx) => {
      await lockTenant(tx, merchantId);
      const at = clock.now();
      const before = await keysAt(tx, merchantId, at);
      assertInForce(before, asked.keyId);
      const record = { merchantId, resource: 'md5_key', recordId: merchantId };
      await assertFewEntries(tx, record, [REGENERATE], at);
      const key = newKey();
      const ends_at = addHours(at, graceHours);
      await endCurrent(tx, merchantId, ends_at);
      const row = newRow(merchantId, key, at);
      await tx.insertInto('merchant_keys').values(row).execute();
      await notify(tx, { merchantId, kind: 'key_changed', data: {}, at, except: actor.userId });
      const told = {
        before: toldOf(before),
        after: { key: row.key_tail, previous_ends_at: before.current && ends_at },
      };
      await recordAudit(tx, { actor, action: REGENERATE, resource: 'md5_key', recordId: merchantId, at, ...told });
      return key;
    });
  }

  /** Ends the key before the one in force at once. @throws ConflictError when it has ended, or is not that one */
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
        resource: 'md5_key',
        recordId: merchantId,
        at,
        before: { previous: previous.key_tail, previous_ends_at: previous.ends_at },
        after: { previous: null },
      });
    });
  }

  /** Those that a call may be signed with now, the one in force first. */
  async function usableKeys(merchantId: string): Promise<{ id: string; key: string }[]> {
    const { current, previous } = await keysAt(db.kysely, merchantId, clock.now());
    return [current, previous].flatMap((row) =>
      row ? [{ id: row.id, key: openKey(cipher.decrypt, row.id, row.key_value) }] : [],
    );
  }

  /** The ID of the key in force, or null if there is none. */
  async function currentId(merchantId: string): Promise<string | null> {
    return (await keysAt(db.kysely, merchantId, clock.now())).current?.id ?? null;
  }

  /** Notes that a call was signed with a key; once a minute is enough, so that busy merchants don't fight for a row. */
  async function noteUse(merchantId: string, keyId: string, at: Date): Promise<void> {
    await db.kysely
      .updateTable('merchant_keys')
      .set({ last_used_at: at })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', keyId)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', subMinutes(at, 1))]))
      .execute();
  }

  function newRow(merchant_id: string, key: string, at: Date): KeyRow {
    const id = uuidv7({ msecs: at.getTime() });
    const stored = { key_value: sealKey(cipher.encrypt, id, key), key_tail: tailOf(key) };
    return { merchant_id, id, ...stored, created_at: at, ends_at: null, last_used_at: null };
  }

  return { shown, assertReplaceable, replace, endPrevious, usableKeys, currentId, noteUse };
}

/** The key in force, or undefined if there is none. */
export async function currentKey(
  { db, clock, cipher }: Omit<MerchantKeysMeans, 'maxGraceHours'>,
  merchantId: string,
): Promise<string | undefined> {
  const { current } = await keysAt(db.kysely, merchantId, clock.now());
  return current ? openKey(cipher.decrypt, current.id, current.key_value) : undefined;
}

function assertInForce({ current }: KeysAt, keyId: string | null): void {
  if ((current?.id ?? null) !== keyId) throw new ConflictError({ id: 'key_replaced' });
}

function toldOf({ current, previous }: KeysAt) {
  return current && { key: current.key_tail, ...(previous && { previous: previous.key_tail }) };
}
