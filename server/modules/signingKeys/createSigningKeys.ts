import { addHours } from 'date-fns/addHours';
import { isAfter } from 'date-fns/isAfter';
import { min } from 'date-fns/min';
import { subDays } from 'date-fns/subDays';
import { subHours } from 'date-fns/subHours';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { DbOrTx, SigningKeysTable, Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError, ValidationError, orNotFound, assertFewLately } from '#server/errors.ts';
import { tenantSettings, type TenantSettings } from '#server/money/tenant.ts';
import { plainRecord } from '#server/resources/plainRecord.ts';
import type { Actor, Values } from '#server/resources/RecordSource.ts';
import {
  areAboveDefaults,
  assertMayMake,
  lineageOf,
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
import { approvalEnded, askForApproval, changedTerms, recordKeyChange } from './recordKeyChange.ts';
import { MOST_KEYS } from './service.ts';

/** Retention of ended keys, in days: as long as the log of API calls may name them. */
const KEPT_DAYS = 30;
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

interface SigningKeysDeps {
  clock: Clock;
  cipher: Pick<Cipher, 'encrypt'>;
  /** Maximum grace period of a replaced key, in hours. */
  maxGraceHours: number;
  /** Version of new keys. A replacement has that of its predecessor. */
  newestVersion: string;
}

/**
 * A merchant's signing keys besides its default key. All functions run in the given transaction and lock the tenant.
 * The caller must have checked the user's payment password and code if the declaration requires them.
 */
export function createSigningKeys({ clock, cipher, maxGraceHours, newestVersion }: SigningKeysDeps) {
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
   * Changes the terms of a valid key, in place of an earlier change that still waits. If that gives it more than the
   * defaults, another user must approve it first, and the old terms apply until then.
   * @throws errors of `add`; also ConflictError if the key is no longer valid, or waits for approval itself
   */
  async function change(tx: Tx, by: KeyManager, id: string, values: Values): Promise<ChangedKey> {
    const { all, working, key, tenant } = await lockKey(tx, by.merchantId, id);
    const at = clock.now();
    const others = working.filter((one) => one !== key);
    // A call that leaves these out must not remove a restriction.
    const kept = {
      addresses: key.addresses,
      sign_types: key.sign_types,
      ends_at: key.ends_at?.toISOString() ?? null,
      per_call_limit: key.per_call_limit?.toString() ?? null,
      per_day_limit: key.per_day_limit?.toString() ?? null,
    };
    const asked = termsIn({ ...kept, ...values }, others, { at, tenant });
    // A key from before there were limits gets one only from a call that has one.
    const isUnlimited = key.may_pay && key.per_call_limit === null && !hasLimits(values);
    const terms = isUnlimited && asked.may_pay ? { ...asked, per_call_limit: null, per_day_limit: null } : asked;
    await assertMayMake(tx, by, key.may_pay || terms.may_pay, at);
    if (changedTerms(key, { ...key, ...terms }).length === 0 && key.proposal === null) return { id };
    if (key.proposal) await approvalEnded(tx, by, id, { outcome: 'cancelled', at });
    const next = { revision: key.revision + 1, updated_at: at };
    const alone = madeAlone(
      all.filter((one) => lineageOf(one) !== lineageOf(key)),
      by.userId,
      at,
    );
    if (needsSecondPerson(key, terms, alone, tenant)) {
      const proposed = { proposal: proposalOf(terms), proposer_id: by.userId, proposed_at: at };
      await updateRow(tx, 'signing_keys', key, { ...next, ...proposed });
      await recordKeyChange(tx, by, { verb: 'propose', before: key, after: { ...key, ...terms }, at });
      await askForApproval(tx, by, key, at);
      return { id, waits: true };
    }
    await updateRow(tx, 'signing_keys', key, { ...terms, ...next, proposal: null });
    await recordKeyChange(tx, by, { verb: 'change', before: key, after: { ...key, ...terms }, at });
    return { id };
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

  /** Ends a key immediately, also a replaced one in its grace period. @throws {ConflictError} if it has ended */
  async function revoke(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
    const { all } = await lockKeys(tx, actor.merchantId);
    const key = keyIn(all, id);
    const at = clock.now();
    if (!works(key, at)) throw stateConflict(key);
    const ended = { ends_at: at, end_reason: 'revoked' as const, proposal: null };
    await updateRow(tx, 'signing_keys', key, { ...ended, revision: key.revision + 1, updated_at: at });
    if (isWaiting(key)) await approvalEnded(tx, actor, id, { outcome: 'cancelled', at });
    await recordKeyChange(tx, actor, { verb: 'revoke', before: key, after: { ...key, ends_at: at }, at });
    return { id };
  }

  /**
   * Locks the tenant and reads its keys. `working` are the valid ones, including replaced ones in their grace period.
   */
  async function lockKeys(tx: Tx, merchantId: string) {
    await lockTenant(tx, merchantId);
    const tenant = await tenantSettings(tx, merchantId);
    const all = await tx.selectFrom('signing_keys').where('merchant_id', '=', merchantId).selectAll().execute();
    const now = clock.now();
    return { all, tenant, working: all.filter((key) => works(key, now)) };
  }

  async function lockKey(tx: Tx, merchantId: string, id: string) {
    const { all, working, tenant } = await lockKeys(tx, merchantId);
    const key = keyIn(all, id);
    if (!working.includes(key) || key.end_reason === 'replaced') throw stateConflict(key);
    if (!key.is_approved) throw new ConflictError({ id: 'key_waits', args: { record: key.name } });
    return { all, working, key, tenant };
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

  return { add, change, replace, revoke };
}

/** True if a key, or a change of it, waits for approval. */
export function isWaiting({ is_approved, proposal }: Pick<SigningKey, 'is_approved' | 'proposal'>): boolean {
  return !is_approved || proposal !== null;
}

/** The user who made what waits for approval. */
export function makerOf(key: Pick<SigningKey, 'is_approved' | 'creator_id' | 'proposer_id'>): string | null {
  return key.is_approved ? key.proposer_id : key.creator_id;
}

function hasLimits(values: Values): boolean {
  return values['per_call_limit'] !== undefined || values['per_day_limit'] !== undefined;
}

/** True if the key hasn't ended at a time. */
function works({ ends_at }: Pick<SigningKey, 'ends_at'>, at: Date): boolean {
  return ends_at === null || isAfter(ends_at, at);
}

/** State of a key in lists. `ending`: replaced, in its grace period. `pending_approval`: it signs nothing yet. */
export function keyStatusOf(key: Pick<SigningKey, 'ends_at' | 'end_reason' | 'is_approved'>, at: Date) {
  if (!works(key, at)) return key.end_reason;
  if (!key.is_approved) return 'pending_approval';
  return key.end_reason === 'replaced' ? 'ending' : 'active';
}

function keyIn(keys: readonly SigningKey[], id: string): SigningKey {
  return orNotFound(keys.find((one) => one.id === id));
}

function stateConflict({ key_value: _, proposal: __, ...key }: SigningKey): ConflictError {
  return new ConflictError({ id: 'signing_key_over', args: { record: key.name }, current: plainRecord(key) });
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

/** Deletes keys that ended long ago. Runs hourly. */
export async function forgetOldKeys(db: DbOrTx, now: Date): Promise<void> {
  await db.deleteFrom('signing_keys').where('ends_at', '<', subDays(now, KEPT_DAYS)).execute();
}
