import { addHours } from 'date-fns/addHours';
import { min } from 'date-fns/min';
import { subHours } from 'date-fns/subHours';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { SigningKeysTable, Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError, ValidationError, assertFewLately } from '#server/errors.ts';
import type { TenantSettings } from '#server/money/tenant.ts';
import type { Actor, Values } from '#server/resources/RecordSource.ts';
import { createKeyLocks } from './heldKeys.ts';
import {
  areAboveDefaults,
  assertMayMake,
  madeAlone,
  needsSecondPerson,
  proposalOf,
  type KeyManager,
  type SigningKey,
  type Terms,
  termsIn,
  termsOf,
  withinDefaults,
} from './keyTerms.ts';
import { newKey, sealKey, tailOf } from './merchantKeys.ts';
import { approvalEnded, askForApproval, recordKeyChange } from './recordKeyChange.ts';
import { MOST_KEYS } from './service.ts';

/** New keys of a merchant per hour, replacements included. */
const MOST_NEW = 10;

/** `waits`: another user must approve it, or its higher limits, first. */
export interface ChangedKey {
  id: string;
  waits?: boolean;
}

interface MadeKey extends ChangedKey {
  /** Can't be read again. */
  key: string;
}

export interface SigningKeysDeps {
  clock: Clock;
  cipher: Pick<Cipher, 'encrypt'>;
  /** Maximum grace period of a replaced key, in hours. */
  maxGraceHours: number;
  /** Version of new keys. A replacement has that of its predecessor. */
  newestVersion: string;
}

/** Creates keys, new ones and replacements. */
export function createMaking({ clock, cipher, maxGraceHours, newestVersion }: SigningKeysDeps) {
  const { lockKeys, lockKey } = createKeyLocks(clock);

  /**
   * Creates a key, valid immediately unless its limits are above the defaults: then another user must approve it first.
   * @returns the key, which can't be read again
   * @throws {ValidationError} if a value is invalid or the name is taken
   * @throws {ForbiddenError} `key_needs_rights` if it may pay, and the user may not
   * @throws {ConflictError} without a default key, or if the merchant has `MOST_KEYS` keys
   * @throws {TooManyRequestsError} after `MOST_NEW` keys in an hour
   */
  async function add(tx: Tx, by: KeyManager, values: Values): Promise<MadeKey> {
    const { all, working, tenant } = await lockKeys(tx, by.merchantId);
    const at = clock.now();
    assertRoom(working, 1);
    const terms = termsIn(values, working, { at, tenant });
    await assertMayMake(tx, by, terms.may_pay, at);
    const is_approved = !needsSecondPerson(null, terms, madeAlone(all, by.userId, at), tenant);
    const key = await insert(tx, by, { ...terms, is_approved, gateway_version: newestVersion }, tenant);
    await recordKeyChange(tx, by, { verb: 'add', before: null, after: key.row, at });
    if (!is_approved) await askForApproval(tx, by, key.row, at);
    return { id: key.row.id, key: key.secret, ...(!is_approved && { waits: true }) };
  }

  /**
   * Creates a key with the terms of another one, which stays valid for its grace period. The new one has limits of at
   * most the defaults; higher ones must be approved again, because this user has the new key.
   * @returns the new key, which can't be read again
   * @throws {ValidationError} on `grace_hours` if it is too long; also the errors of `change`
   */
  async function replace(tx: Tx, by: KeyManager, id: string, values: Values): Promise<MadeKey> {
    const asked = values['grace_hours'];
    const hours = typeof asked === 'number' ? asked : maxGraceHours;
    if (hours > maxGraceHours) {
      throw new ValidationError({ grace_hours: { key: 'too_big', args: { max: maxGraceHours } } });
    }
    const { working, key, tenant } = await lockKey(tx, by.merchantId, id);
    const at = clock.now();
    await assertMayMake(tx, by, key.may_pay, at);
    assertRoom(working, hours > 0 ? 1 : 0);
    const graceEnd = addHours(at, hours);
    const ends_at = key.ends_at ? min([key.ends_at, graceEnd]) : graceEnd;
    const old = termsOf(key);
    const terms = old.may_pay ? { ...old, ...withinDefaults(old, tenant) } : old;
    const isMore = old.may_pay && old.per_call_limit !== null && areAboveDefaults(old, tenant);
    const proposed = isMore
      ? { proposal: JSON.stringify(proposalOf(old)), proposer_id: by.userId, proposed_at: at }
      : {};
    const lineage_id = key.lineage_id ?? key.id;
    const next = await insert(
      tx,
      by,
      { ...terms, ...proposed, lineage_id, gateway_version: key.gateway_version },
      tenant,
    );
    const ended = { ends_at, end_reason: 'replaced' as const, proposal: null };
    await updateRow(tx, 'signing_keys', key, { ...ended, revision: key.revision + 1, updated_at: at });
    if (key.proposal) await approvalEnded(tx, by, id, { outcome: 'cancelled', at });
    await recordKeyChange(tx, by, { verb: 'replace', before: key, after: { ...key, ends_at }, at });
    await recordKeyChange(tx, by, { verb: 'add', before: null, after: next.row, at, isSilent: true });
    if (isMore) await askForApproval(tx, by, next.row, at);
    return { id: next.row.id, key: next.secret, ...(isMore && { waits: true }) };
  }

  async function insert(
    tx: Tx,
    { merchantId, userId }: Actor,
    terms: Terms &
      Pick<SigningKey, 'gateway_version'> &
      Partial<
        Pick<Insertable<SigningKeysTable>, 'is_approved' | 'proposal' | 'proposer_id' | 'proposed_at' | 'lineage_id'>
      >,
    { isTest }: Pick<TenantSettings, 'isTest'>,
  ) {
    const at = clock.now();
    await assertDefaultKey(tx, merchantId);
    await assertFewNew(tx, merchantId, at);
    const secret = newKey({ isTest });
    const id = uuidv7({ msecs: at.getTime() });
    const row = {
      merchant_id: merchantId,
      id,
      ...terms,
      key_value: sealKey(cipher.encrypt, id, secret),
      key_tail: tailOf(secret),
      creator_id: userId,
      last_used_at: null,
      last_used_ip: null,
      revision: 1,
      created_at: at,
      updated_at: at,
    };
    await tx.insertInto('signing_keys').values(row).execute();
    return { row, secret };
  }

  return { add, replace };
}

function assertRoom(working: readonly SigningKey[], more: number): void {
  if (working.length + more > MOST_KEYS) throw new ConflictError({ id: 'signing_keys_many', args: { max: MOST_KEYS } });
}

/** Notifications are signed with the default key. @throws {ConflictError} if there is none */
async function assertDefaultKey(tx: Tx, merchantId: string): Promise<void> {
  const found = tx.selectFrom('merchant_keys').where('merchant_id', '=', merchantId).where('ends_at', 'is', null);
  if (!(await found.select('id').executeTakeFirst())) throw new ConflictError({ id: 'default_key_first' });
}

async function assertFewNew(tx: Tx, merchantId: string, at: Date): Promise<void> {
  const created = await tx
    .selectFrom('signing_keys')
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>', subHours(at, 1))
    .orderBy('created_at', 'desc')
    .limit(MOST_NEW)
    .select('created_at')
    .execute();
  assertFewLately(
    created.map(({ created_at }) => created_at),
    MOST_NEW,
    at,
  );
}
