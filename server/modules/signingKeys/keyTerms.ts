import { isAfter } from 'date-fns/isAfter';
import { subHours } from 'date-fns/subHours';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import { assertPower } from '#server/access/powers.ts';
import type { SigningKeysTable, Tx } from '#server/db/schema.ts';
import { ForbiddenError, type Message, ValidationError } from '#server/errors.ts';
import { amountIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import type { TenantSettings } from '#server/money/tenant.ts';
import { addressesIn, isAddressRange } from '#server/network/addressRanges.ts';
import type { Actor, Values } from '#server/resources/RecordSource.ts';

/** What a key may do, and when that needs a second person. */

export type SigningKey = Selectable<SigningKeysTable>;

/** Minor units of the merchant's currency. Null: no limit. */
export type KeyLimits = Pick<SigningKey, 'per_call_limit' | 'per_day_limit'>;

export type Terms = KeyLimits &
  Pick<
    SigningKey,
    | 'name'
    | 'may_collect'
    | 'may_pay'
    | 'may_query'
    | 'may_list'
    | 'addresses'
    | 'sign_types'
    | 'ends_at'
    | 'end_reason'
  >;

export function termsOf(key: SigningKey): Terms {
  const { name, may_collect, may_pay, may_query, may_list, addresses, sign_types, ends_at, end_reason } = key;
  const limits = { per_call_limit: key.per_call_limit, per_day_limit: key.per_day_limit };
  return { name, may_collect, may_pay, may_query, may_list, addresses, sign_types, ends_at, end_reason, ...limits };
}

type Tenant = Pick<TenantSettings, 'approval_threshold' | 'isTest'>;

const MOST_ADDRESSES = 50;

/** Payouts and refunds of a key in 24 hours, in approval thresholds. */
const THRESHOLDS_A_DAY = 10n;

/** Period of the limit per day. */
const HOURS = 24;

/** Permissions to do in the console what a key that pays may do. */
const PAYING = ['payment_requests.create', 'orders.refund'];

export function mayPay(permissions: ReadonlySet<string>): boolean {
  return PAYING.every((permission) => permissions.has(permission));
}

/** @throws {ForbiddenError} `key_needs_rights` if the user may not pay and refund in the console */
export function assertMayPay(permissions: ReadonlySet<string>): void {
  const missing = PAYING.filter((permission) => !permissions.has(permission));
  if (missing.length > 0) throw new ForbiddenError('key_needs_rights', { permissions: missing.join(', ') });
}

/** A user who manages keys, with the permissions to do so. */
export type KeyManager = Actor & { permissions: ReadonlySet<string> };

/**
 * Checks that a user may make or change a key now.
 * @param pays true if the key may pay, before or afterwards
 * @throws {ForbiddenError} errors of `assertMayPay`; `power_waiting` if the user must wait for a right
 */
export async function assertMayMake(tx: Tx, by: KeyManager, pays: boolean, at: Date): Promise<void> {
  await assertPower(tx, by, 'keys', at);
  if (!pays) return;
  assertMayPay(by.permissions);
  await assertPower(tx, by, 'pay', at);
}

/** The limits of a new key, up to which one person decides. */
export function defaultLimits({ approval_threshold: threshold }: Pick<Tenant, 'approval_threshold'>) {
  const perDay = threshold * THRESHOLDS_A_DAY;
  return { per_call_limit: threshold, per_day_limit: perDay > MAX_BALANCE ? MAX_BALANCE : perDay };
}

/** True if limits are above the defaults, or none. Never for test money. */
export function areAboveDefaults(limits: KeyLimits, tenant: Tenant): boolean {
  const most = defaultLimits(tenant);
  const isAbove = (limit: bigint | null, usual: bigint) => limit === null || limit > usual;
  return (
    !tenant.isTest &&
    (isAbove(limits.per_call_limit, most.per_call_limit) || isAbove(limits.per_day_limit, most.per_day_limit))
  );
}

/**
 * True if a new key, or a change of a key, needs a second person: because its limits are above the defaults, or because
 * they are together with the keys that the same user has made alone. Otherwise a limit could be split over many keys.
 * @param before null for a new key
 * @param alone limits in 24 hours of those keys, added up
 */
export function needsSecondPerson(before: Terms | null, after: Terms, alone: bigint, tenant: Tenant): boolean {
  if (!after.may_pay || (before !== null && !isWider(before, after))) return false;
  const together = alone + (after.per_day_limit ?? 0n);
  return areAboveDefaults(after, tenant) || areAboveDefaults({ ...after, per_day_limit: together }, tenant);
}

/** The part of the limits that one person decides. A key without limits gets the defaults. */
export function withinDefaults({ per_call_limit, per_day_limit }: KeyLimits, tenant: Tenant): KeyLimits {
  const most = defaultLimits(tenant);
  const least = (limit: bigint | null, usual: bigint) =>
    limit === null || (limit > usual && !tenant.isTest) ? usual : limit;
  return {
    per_call_limit: least(per_call_limit, most.per_call_limit),
    per_day_limit: least(per_day_limit, most.per_day_limit),
  };
}

/** True if a change lets a key pay more, from more places or for longer. */
function isWider(before: Terms, after: Terms): boolean {
  const from = addressesIn(before.addresses);
  const to = addressesIn(after.addresses);
  return (
    !before.may_pay ||
    isRaised(before, after) ||
    (from.length > 0 && (to.length === 0 || to.some((range) => !from.includes(range)))) ||
    (before.ends_at !== null && (after.ends_at === null || isAfter(after.ends_at, before.ends_at)))
  );
}

/** ID that a replaced key shares with its successor. */
export const lineageOf = ({ id, lineage_id }: Pick<SigningKey, 'id' | 'lineage_id'>) => lineage_id ?? id;

/**
 * What the keys that a user made alone may pay in 24 hours, in minor units, including those that ended in this time. Keys
 * that replaced each other share their limit.
 */
export function madeAlone(keys: readonly SigningKey[], userId: string, at: Date): bigint {
  const since = subHours(at, HOURS);
  const limits = new Map<string, bigint>();
  for (const key of keys) {
    const { may_pay, per_day_limit: limit, approver_id, is_approved, ends_at } = key;
    const isAlone = is_approved && approver_id === null && (key.creator_id === userId || key.proposer_id === userId);
    if (!may_pay || limit === null || !isAlone || (ends_at !== null && ends_at <= since)) continue;
    const shared = limits.get(lineageOf(key)) ?? 0n;
    limits.set(lineageOf(key), limit > shared ? limit : shared);
  }
  return [...limits.values()].reduce((sum, limit) => sum + limit, 0n);
}

/** True if a limit grows. A first limit above the defaults counts too, because nobody else has approved it. */
export function isRaised(before: KeyLimits, after: KeyLimits): boolean {
  const isMore = (one: bigint | null, other: bigint | null) =>
    other === null ? one !== null : one === null || other > one;
  return isMore(before.per_call_limit, after.per_call_limit) || isMore(before.per_day_limit, after.per_day_limit);
}

/**
 * Reads the limits of a form. Empty ones become the defaults.
 * @throws {ValidationError} if one is no amount, or the limit per day is below that per call
 */
export function limitsIn(values: Values, tenant: Tenant): { per_call_limit: bigint; per_day_limit: bigint } {
  const usual = defaultLimits(tenant);
  const read = (source: keyof KeyLimits) =>
    optionalTextIn(values, source) === null && typeof values[source] !== 'number'
      ? usual[source]
      : amountIn(values, source);
  const limits = { per_call_limit: read('per_call_limit'), per_day_limit: read('per_day_limit') };
  if (limits.per_day_limit < limits.per_call_limit) {
    throw new ValidationError({ per_day_limit: { key: 'key_day_below_call' } });
  }
  return limits;
}

/**
 * @param others keys whose names are taken
 * @throws {ValidationError} if a value is invalid
 */
export function termsIn(
  values: Values,
  others: readonly SigningKey[],
  { at, tenant }: { at: Date; tenant: Tenant },
): Terms {
  const name = textIn(values, 'name').trim();
  const expiry = optionalTextIn(values, 'ends_at');
  const ends_at = expiry === null ? null : new Date(expiry);
  const may = (scope: string) => values[`may_${scope}`] === true;
  const scopes = { may_collect: may('collect'), may_pay: may('pay'), may_query: may('query'), may_list: may('list') };
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
  return {
    name,
    ...scopes,
    addresses: addresses.map((text) => text.toLowerCase()).join('\n'),
    // A new key accepts MD5 only if the user chooses so.
    sign_types: values['sign_types'] === 'any' ? 'any' : 'hmac',
    ...expiryAt(ends_at),
    ...(scopes.may_pay ? limitsIn(values, tenant) : NO_LIMITS),
  };
}

const NO_LIMITS = { per_call_limit: null, per_day_limit: null };

const expiryAt = (ends_at: Date | null) => ({ ends_at, end_reason: ends_at && ('expired' as const) });

const amountSchema = z.string().transform(BigInt);
const limitsSchema = z.object({ per_call_limit: amountSchema, per_day_limit: amountSchema });
const termsSchema = limitsSchema.extend({
  name: z.string(),
  may_collect: z.boolean(),
  may_pay: z.boolean(),
  may_query: z.boolean(),
  may_list: z.boolean().default(false),
  addresses: z.string(),
  sign_types: z.enum(['hmac', 'any']),
  ends_at: z.iso
    .datetime()
    .nullable()
    .transform((text) => expiryAt(text === null ? null : new Date(text))),
});

/** Terms, or the limits of a default key, as a proposal in its row. */
export function proposalOf({ end_reason: _, ...terms }: Partial<Terms> & KeyLimits): object {
  return Object.fromEntries(
    Object.entries(terms).map(([source, value]) => [
      source,
      typeof value === 'bigint' ? value.toString() : value instanceof Date ? value.toISOString() : value,
    ]),
  );
}

/** The terms of a key that a proposal contains. */
export function proposedTerms(proposal: unknown): Terms {
  const { ends_at, ...terms } = termsSchema.parse(proposal);
  return { ...terms, ...ends_at };
}

/** The limits of any key that a proposal contains. */
export function proposedLimits(proposal: unknown): KeyLimits {
  return limitsSchema.parse(proposal);
}
