import type { Selectable } from 'kysely';
import type { Language } from '@merchant-console/declaration/languages';
import { isTimeZone, scaleByIso } from '@merchant-console/declaration';
import { type AuditActor, type AuditEvent, recordInBothLogs } from '#server/audit/recordAudit.ts';
import { only } from '#server/audit/sides.ts';
import { merchantOf, PLATFORM_ID } from '#server/db/tenants.ts';
import type { MerchantsTable, Tx } from '#server/db/schema.ts';
import { ConflictError, type Message, ValidationError } from '#server/errors.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import { amountIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { type NotifyRules, notifyUrlProblem } from '#server/network/notifyUrl.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Values, WireRecord } from '#server/resources/RecordSource.ts';
import { hasColleague, limitOf, secondOpinion } from '../operatorRequests/service.ts';
import {
  assertMailable,
  insertUser,
  type LinkDeps,
  userLink,
  type UserLink,
  usernameProblem,
} from '../users/service.ts';
import { assertDecider, isOperator, type PlatformDeps, wireValues } from './changeKept.ts';
import { chosenRates, insertRates } from './chosenRates.ts';
import { insertMerchant, ownerOf } from './service.ts';
import { widenedOfMerchant } from './widened.ts';

/** The list's view. */
export const MERCHANTS_VIEW = 'v_merchants';

const MOST_WAITING_HOURS = 720;

/** Length of the period in which a user's payments are summed up. */
const FIRST_HOURS = 24;

/**
 * Creates a merchant that can work immediately: wallet, channels with rates, menu, and an invited owner. Doesn't create
 * the owner's link, see `inviteMerchantOwner`. Logged for the platform and the merchant.
 *
 * @param actor a user of the platform, or its command line
 * @returns the merchant's ID
 * @throws {ValidationError} if fields are invalid; names each of them
 */
export async function createMerchant(tx: Tx, deps: PlatformDeps, actor: AuditActor, values: Values): Promise<string> {
  const now = deps.clock.now();
  await assertDecider(tx, actor, now);
  const platform = await merchantOf(tx, PLATFORM_ID);
  const currency = optionalTextIn(values, 'currency') ?? platform.currency;
  const timeZone = optionalTextIn(values, 'time_zone') ?? platform.time_zone;
  const username = textIn(values, 'owner_username');
  assertNothingWrong({
    ...wrongTenantValues({ ...values, currency, time_zone: timeZone }, deps),
    ...named('owner_username', usernameProblem(username)),
  });
  const asked = rulesIn(values, currency, platform);
  const { given, waiting } = await rulesOfOne(tx, actor, platform, asked);
  const rates = await chosenRates(tx, values['channels'], currency);
  const merchant = {
    name: textIn(values, 'name'),
    short_name: optionalTextIn(values, 'short_name'),
    contact_name: optionalTextIn(values, 'contact_name'),
    phone: optionalTextIn(values, 'phone'),
    email: optionalTextIn(values, 'email'),
    remark: optionalTextIn(values, 'remark'),
    notify_url: optionalTextIn(values, 'notify_url'),
    refuse_md5: values['refuse_md5'] === true,
    keys_over_limit: values['keys_over_limit'] === 'approve' ? ('approve' as const) : ('refuse' as const),
    time_zone: timeZone,
    only_saved_payees: values['only_saved_payees'] === true,
    // An untouched field of the form sends false, which must not turn the platform's rule off.
    strict_checkers: platform.strict_checkers || values['strict_checkers'] === true,
    ...given,
  };
  const isDivideHundred = scaleByIso(currency) === 0 ? 0 : 1;
  const { id, merchantNo, ownerRole } = await insertMerchant(
    tx,
    { ...merchant, parent_id: null, is_divide_hundred: isDivideHundred },
    now,
  );
  await openWallet(tx, id, currency, now);
  await insertRates(tx, actor, id, rates, now);
  const person = {
    realName: textIn(values, 'owner_real_name'),
    phone: optionalTextIn(values, 'owner_phone'),
    email: optionalTextIn(values, 'owner_email'),
  };
  assertMailable(deps, person.email, 'owner_email');
  const userId = await insertUser(tx, { merchantId: id, username, ...person, roleIds: [ownerRole] }, now);
  if (userId === null) throw new ValidationError({ owner_username: { key: 'username_taken' } });
  const after = {
    merchant_no: merchantNo,
    ...wireValues(merchant),
    status: 'active',
    owner_username: username,
    owner_real_name: person.realName,
    owner_phone: person.phone,
    owner_email: person.email,
    channels: rates.map(({ code, rate_bps, fixed_fee, min_amount, max_amount, deduction }) => ({
      code,
      rate_bps,
      deduction,
      fixed_fee: fixed_fee.toString(),
      min_amount: min_amount.toString(),
      max_amount: max_amount.toString(),
    })),
  };
  await logInBoth(tx, { actor, id, verb: 'create', after, at: now }, platform);
  await deps.rollOut?.begin(tx, { merchantId: id, merchantNo, type: 'merchant' });
  if (isOperator(actor) && waiting.length > 0) {
    const wanted = only(waiting, wireValues(asked));
    const sides = { before: { currency, ...only(waiting, wireValues(given)) }, after: { currency, ...wanted } };
    const act = { act: 'merchants.edit', recordId: id, tenantId: id, money: null, wanted };
    await secondOpinion(tx, actor, { ...act, ...sides }, now);
  }
  return id;
}

/**
 * Creates an enrolment link for a merchant's owner. Invalidates earlier links.
 * @returns the link, which can't be shown again, or where it is mailed
 * @throws {NotFoundError} if there is no such merchant
 * @throws {ConflictError} if the owner has set up a sign-in already
 */
export async function inviteMerchantOwner(
  tx: Tx,
  deps: LinkDeps,
  actor: AuditActor,
  { id, language }: { id: string; language: Language },
): Promise<UserLink> {
  const current = await readRecord(tx, MERCHANTS_VIEW, PLATFORM_ID, id);
  const owner = await lockedOwner(tx, id);
  if (owner?.status !== 'invited') {
    throw new ConflictError({
      id: 'submerchant_owner_not_invited',
      args: { record: String(current['name']) },
      current,
    });
  }
  const link = await userLink(tx, deps, { merchantId: id, userId: owner.id }, { reason: 'invite', language });
  const after = { owner_username: owner.username, link_expires_at: link.expires_at };
  await logInBoth(tx, { actor, id, verb: 'invite', after, at: deps.clock.now() });
  return link;
}

/** Serialises links of one owner, so that only the later one works. */
async function lockedOwner(tx: Tx, merchantId: string) {
  const owner = await ownerOf(tx, merchantId);
  if (!owner) return undefined;
  return tx
    .selectFrom('users')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', owner.id)
    .select(['id', 'username', 'status'])
    .forUpdate()
    .executeTakeFirst();
}

type MerchantEvent = Pick<AuditEvent, 'actor' | 'before' | 'after' | 'at'> & { id: string; verb: string };

/** Logged for the platform under the actor's name, for the merchant under the platform's. */
export async function logInBoth(
  tx: Tx,
  { id, verb, ...event }: MerchantEvent,
  platform?: { name: string },
): Promise<void> {
  const { name: actorName } = platform ?? (await merchantOf(tx, PLATFORM_ID));
  const entry = { ...event, action: `merchants.${verb}`, recordId: id };
  await recordInBothLogs(tx, entry, { merchantId: id, actorName });
}

type Rules = ReturnType<typeof rulesIn>;

/**
 * Splits the rules of a new merchant into those that it gets and those that wait for a second operator: one operator can't
 * let a merchant's users pay more alone, or sooner, than operators and the platform's defaults allow.
 *
 * @param asked the rules that the operator asks for
 * @returns the rules to store, and the fields of which they differ from `asked`
 */
async function rulesOfOne(
  tx: Tx,
  actor: AuditActor,
  platform: Selectable<MerchantsTable>,
  asked: Rules,
): Promise<{ given: Rules; waiting: string[] }> {
  if (!isOperator(actor) || !(await hasColleague(tx, actor.userId))) return { given: asked, waiting: [] };
  const { card_cooling_hours, people_waiting_hours } = platform;
  const widest: Rules = {
    currency: asked.currency,
    approval_threshold: await limitOf(tx, asked.currency),
    daily_total: null,
    sum_window_hours: FIRST_HOURS,
    card_cooling_hours,
    people_waiting_hours,
  };
  const waiting = await widenedOfMerchant(tx, wireValues(widest), wireValues(asked));
  const instead = Object.entries(widest).filter(([source]) => waiting.includes(source));
  return { given: { ...asked, ...Object.fromEntries(instead) }, waiting };
}

/** The platform's default threshold applies only to merchants with its currency. */
function thresholdIn(values: Values, currency: string, platform: Selectable<MerchantsTable>): bigint {
  if (optionalTextIn(values, 'approval_threshold') !== null) return amountIn(values, 'approval_threshold');
  if (currency === platform.currency) return platform.approval_threshold;
  throw new ValidationError({ approval_threshold: { key: 'required' } });
}

/**
 * Requires the limits with a change to a currency with other decimals, in which the digits of the existing ones would
 * mean other amounts.
 * @param after the changed record
 * @throws {ValidationError} on the limits that the values lack
 */
export function assertThresholdFits(values: Values, after: WireRecord, from: string): void {
  if (scaleByIso(from) === scaleByIso(String(after['currency']))) return;
  const missing = (['approval_threshold', 'daily_total'] as const).filter(
    (source) => (after[source] ?? '0') !== '0' && optionalTextIn(values, source) === null,
  );
  assertNothingWrong(Object.fromEntries(missing.map((source) => [source, { key: 'required' }])));
}

/** Rules by which a merchant's users pay alone. The declaration limits their values. */
function rulesIn(values: Values, currency: string, platform: Selectable<MerchantsTable>) {
  const hours = values['sum_window_hours'];
  return {
    currency,
    approval_threshold: thresholdIn(values, currency, platform),
    daily_total: optionalTextIn(values, 'daily_total') === null ? null : amountIn(values, 'daily_total'),
    sum_window_hours: typeof hours === 'number' ? hours : FIRST_HOURS,
    card_cooling_hours: hoursIn(values, 'card_cooling_hours') ?? platform.card_cooling_hours,
    people_waiting_hours: hoursIn(values, 'people_waiting_hours') ?? platform.people_waiting_hours,
  };
}

function hoursIn(values: Values, source: 'card_cooling_hours' | 'people_waiting_hours'): number | null {
  const hours = values[source];
  if (hours === undefined || hours === null) return null;
  if (typeof hours === 'number' && Number.isInteger(hours) && hours >= 0 && hours <= MOST_WAITING_HOURS) return hours;
  throw new ValidationError({ [source]: { key: 'invalid_type' } });
}

const named = (field: string, problem: Message | null) => (problem ? { [field]: problem } : {});

function assertNothingWrong(wrong: Record<string, Message>): void {
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}

/** Well-formed values that don't exist: currency, time zone, or an address that isn't allowed. */
function wrongTenantValues(values: Values, rules: NotifyRules): Record<string, Message> {
  const { currency, time_zone: zone, notify_url: url } = values;
  const urlProblem = typeof url === 'string' ? notifyUrlProblem(url, rules) : null;
  return {
    ...(typeof currency === 'string' && scaleByIso(currency) === null
      ? { currency: { key: 'currency_unknown', args: { value: currency } } }
      : {}),
    ...(typeof zone === 'string' && !isTimeZone(zone)
      ? { time_zone: { key: 'invalid_value', args: { value: zone } } }
      : {}),
    ...(urlProblem ? { notify_url: urlProblem } : {}),
  };
}

/** @throws {ValidationError} if values are invalid; names each of them */
export function assertTenantValues(values: Values, rules: NotifyRules): void {
  assertNothingWrong(wrongTenantValues(values, rules));
}
