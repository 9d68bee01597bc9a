import { addHours } from 'date-fns/addHours';
import { differenceInSeconds } from 'date-fns/differenceInSeconds';
import { isAfter } from 'date-fns/isAfter';
import { min } from 'date-fns/min';
import { subDays } from 'date-fns/subDays';
import { subHours } from 'date-fns/subHours';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { changedSources, only } from '#server/audit/sides.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { DbOrTx, SigningKeysTable, Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError, type Message, TooManyRequestsError, ValidationError, orNotFound } from '#server/errors.ts';
import { optionalTextIn, textIn } from '#server/money/readForm.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import { addressesIn, isAddressRange } from '#server/network/addressRanges.ts';
import { plainRecord } from '#server/resources/plainRecord.ts';
import type { Actor, Values } from '#server/resources/RecordSource.ts';
import { newKey, sealKey, tailOf } from './merchantKeys.ts';
import { notify } from '../notifications/service.ts';
import { MOST_KEYS } from './service.ts';

type SigningKey = Selectable<SigningKeysTable>;

/** Retention of ended keys, in days: as long as the log of API calls may name them. */
const KEPT_DAYS = 30;
/** New keys of a merchant per hour, replacements included. */
const MOST_NEW = 10;
const MOST_ADDRESSES = 50;

/** Fields in the audit log, which never contains the key itself. */
const SOURCES = [
  'name',
  'key_tail',
  'may_collect',
  'may_pay',
  'may_query',
  'addresses',
  'sign_types',
  'ends_at',
] as const;

interface SigningKeysDeps {
  clock: Clock;
  cipher: Pick<Cipher, 'encrypt'>;
  /** Maximum grace period of a replaced key, in hours. */
  maxGraceHours: number;
}

/**
 * A merchant's signing keys besides its default key. All functions run in the given transaction and lock the tenant.
 * The caller must have checked the user's payment password and code if the declaration requires them.
 */
export function createSigningKeys({ clock, cipher, maxGraceHours }: SigningKeysDeps) {
  /**
   * Creates a key, valid immediately.
   * @returns the key, which can't be read again
   * @throws {ValidationError} if a value is invalid or the name is taken
   * @throws {ConflictError} without a default key, or if the merchant has `MOST_KEYS` keys
   * @throws {TooManyRequestsError} after `MOST_NEW` keys in an hour
   */
  async function add(tx: Tx, actor: Actor, values: Values): Promise<{ id: string; key: string }> {
    const { working } = await lockKeys(tx, actor.merchantId);
    const at = clock.now();
    assertRoom(working, 1);
    const key = await insert(tx, actor, { ...termsIn(values, working, at), creator_id: actor.userId });
    await logChange(tx, actor, 'add', { before: null, after: key.row });
    return { id: key.row.id, key: key.secret };
  }

  /**
   * Changes the scopes, addresses and expiry of a valid key.
   * @throws errors of `add`; also ConflictError if the key is no longer valid
   */
  async function change(tx: Tx, actor: Actor, id: string, values: Values): Promise<{ id: string }> {
    const { working, key } = await lockKey(tx, actor.merchantId, id);
    const others = working.filter((one) => one !== key);
    // A call that leaves these out must not remove a restriction.
    const kept = { addresses: key.addresses, sign_types: key.sign_types, ends_at: key.ends_at?.toISOString() ?? null };
    const terms = termsIn({ ...kept, ...values }, others, clock.now());
    const after = { ...key, ...terms, revision: key.revision + 1, updated_at: clock.now() };
    if (changedSources(SOURCES, key, after).length === 0) return { id };
    await updateRow(tx, 'signing_keys', after, after);
    await logChange(tx, actor, 'change', { before: key, after });
    return { id };
  }

  /**
   * Creates a key with the terms of another one, which stays valid for its grace period.
   * @returns the new key, which can't be read again
   * @throws {ValidationError} on `grace_hours` if it is too long; also the errors of `change`
   */
  async function replace(tx: Tx, actor: Actor, id: string, values: Values): Promise<{ id: string; key: string }> {
    const asked = values['grace_hours'];
    const hours = typeof asked === 'number' ? asked : maxGraceHours;
    if (hours > maxGraceHours) {
      throw new ValidationError({ grace_hours: { key: 'too_big', args: { max: maxGraceHours } } });
    }
    const { working, key } = await lockKey(tx, actor.merchantId, id);
    assertRoom(working, hours > 0 ? 1 : 0);
    const at = clock.now();
    const graceEnd = addHours(at, hours);
    const ends_at = key.ends_at ? min([key.ends_at, graceEnd]) : graceEnd;
    const { revision, name, may_collect, may_pay, may_query, addresses, sign_types } = key;
    const expiry = { ends_at: key.ends_at, end_reason: key.end_reason };
    const terms = { name, may_collect, may_pay, may_query, addresses, sign_types, ...expiry, creator_id: actor.userId };
    const next = await insert(tx, actor, terms);
    const after: SigningKey = { ...key, ends_at, end_reason: 'replaced', revision: revision + 1, updated_at: at };
    await updateRow(tx, 'signing_keys', after, after);
    await logChange(tx, actor, 'replace', { before: key, after });
    await logChange(tx, actor, 'add', { before: null, after: next.row }, { isSilent: true });
    return { id: next.row.id, key: next.secret };
  }

  /** Ends a key immediately, also a replaced one in its grace period. @throws {ConflictError} if it has ended */
  async function revoke(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
    const { all } = await lockKeys(tx, actor.merchantId);
    const key = keyIn(all, id);
    const at = clock.now();
    if (!works(key, at)) throw stateConflict(key);
    const after: SigningKey = {
      ...key,
      ends_at: at,
      end_reason: 'revoked',
      revision: key.revision + 1,
      updated_at: at,
    };
    await updateRow(tx, 'signing_keys', after, after);
    await logChange(tx, actor, 'revoke', { before: key, after });
    return { id };
  }

  /**
   * Locks the tenant and reads its keys. `working` are the valid ones, including replaced ones in their grace period.
   */
  async function lockKeys(tx: Tx, merchantId: string): Promise<{ all: SigningKey[]; working: SigningKey[] }> {
    await lockTenant(tx, merchantId);
    const all = await tx.selectFrom('signing_keys').where('merchant_id', '=', merchantId).selectAll().execute();
    const now = clock.now();
    return { all, working: all.filter((key) => works(key, now)) };
  }

  async function lockKey(tx: Tx, merchantId: string, id: string) {
    const { all, working } = await lockKeys(tx, merchantId);
    const key = keyIn(all, id);
    if (!working.includes(key) || key.end_reason === 'replaced') throw stateConflict(key);
    return { working, key };
  }

  async function insert(tx: Tx, { merchantId }: Actor, terms: Terms & Pick<SigningKey, 'creator_id'>) {
    const at = clock.now();
    await assertDefaultKey(tx, merchantId);
    await assertFewNew(tx, merchantId, at);
    const { isTest } = await tenantSettings(tx, merchantId);
    const secret = newKey({ isTest });
    const id = uuidv7({ msecs: at.getTime() });
    const row: SigningKey = {
      merchant_id: merchantId,
      id,
      ...terms,
      key_value: sealKey(cipher.encrypt, id, secret),
      key_tail: tailOf(secret),
      last_used_at: null,
      last_used_ip: null,
      revision: 1,
      created_at: at,
      updated_at: at,
    };
    await tx.insertInto('signing_keys').values(row).execute();
    return { row, secret };
  }

  async function logChange(
    tx: Tx,
    actor: Actor,
    action: string,
    { before, after }: { before: SigningKey | null; after: SigningKey },
    { isSilent = false } = {},
  ): Promise<void> {
    const { merchantId } = actor;
    const [at, sources] = [clock.now(), before ? changedSources(SOURCES, before, after) : SOURCES];
    await recordAudit(tx, {
      actor,
      action: `signing_keys.${action}`,
      recordId: after.id,
      at,
      before: before && only(sources, before),
      after: only(sources, after),
    });
    if (!isSilent) await notify(tx, { merchantId, kind: 'key_changed', data: {}, at, except: actor.userId });
  }

  return { add, change, replace, revoke };
}

/** True if the key is valid for signatures at a time. */
function works({ ends_at }: Pick<SigningKey, 'ends_at'>, at: Date): boolean {
  return ends_at === null || isAfter(ends_at, at);
}

/** State of a key in lists. `ending`: replaced, in its grace period. */
export function keyStatusOf(key: Pick<SigningKey, 'ends_at' | 'end_reason'>, at: Date) {
  if (!works(key, at)) return key.end_reason;
  return key.end_reason === 'replaced' ? 'ending' : 'active';
}

type Terms = Pick<
  SigningKey,
  'name' | 'may_collect' | 'may_pay' | 'may_query' | 'addresses' | 'sign_types' | 'ends_at' | 'end_reason'
>;

/**
 * @param others keys whose names are taken
 * @throws {ValidationError} if a value is invalid
 */
function termsIn(values: Values, others: readonly SigningKey[], at: Date): Terms {
  const name = textIn(values, 'name').trim();
  const expiry = optionalTextIn(values, 'ends_at');
  const ends_at = expiry === null ? null : new Date(expiry);
  const may = (scope: string) => values[`may_${scope}`] === true;
  const scopes = { may_collect: may('collect'), may_pay: may('pay'), may_query: may('query') };
  const addresses = [...new Set(addressesIn(optionalTextIn(values, 'addresses') ?? ''))];
  const wrong: Record<string, Message> = {};
  const isNamed = (key: SigningKey) => key.end_reason !== 'replaced' && key.name.toLowerCase() === name.toLowerCase();
  if (others.some(isNamed)) wrong['name'] = { key: 'not_unique' };
  if (!Object.values(scopes).includes(true)) wrong['may_collect'] = { key: 'signing_key_scope' };
  if (ends_at !== null && !isAfter(ends_at, at)) wrong['ends_at'] = { key: 'time_past' };
  const odd = addresses.find((text) => !isAddressRange(text));
  if (odd !== undefined) wrong['addresses'] = { key: 'address_invalid', args: { address: odd.slice(0, 60) } };
  else if (addresses.length > MOST_ADDRESSES)
    wrong['addresses'] = { key: 'addresses_many', args: { max: MOST_ADDRESSES } };
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  const end = { ends_at, end_reason: ends_at && ('expired' as const) };
  // A new key accepts MD5 only if the user chooses so.
  const sign_types = values['sign_types'] === 'any' ? 'any' : 'hmac';
  return { name, ...scopes, addresses: addresses.map((text) => text.toLowerCase()).join('\n'), sign_types, ...end };
}

function keyIn(keys: readonly SigningKey[], id: string): SigningKey {
  return orNotFound(keys.find((one) => one.id === id));
}

function stateConflict({ key_value: _, ...key }: SigningKey): ConflictError {
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
  const first = created[MOST_NEW - 1];
  if (!first) return;
  throw new TooManyRequestsError(differenceInSeconds(addHours(first.created_at, 1), at, { roundingMethod: 'ceil' }));
}

/** Deletes keys that ended long ago. Runs hourly. */
export async function forgetOldKeys(db: DbOrTx, now: Date): Promise<void> {
  await db.deleteFrom('signing_keys').where('ends_at', '<', subDays(now, KEPT_DAYS)).execute();
}
