import { subDays } from 'date-fns/subDays';
import { subHours } from 'date-fns/subHours';
import { subMinutes } from 'date-fns/subMinutes';
import { type Selectable, sql } from 'kysely';
import { NEWEST_VERSION } from '#shared/gateway/versions.ts';
import { OWNER_ROLE } from '#server/access/createTenantAccess.ts';
import { insertRows } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { MerchantsTable, Tx } from '#server/db/schema.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import { NO_INSTRUCTIONS } from '#server/money/instructions.ts';
import { defaultLimits } from '#server/modules/signingKeys/keyTerms.ts';
import { sealKey, tailOf } from '#server/modules/signingKeys/merchantKeys.ts';
import { DEMO_CHANNELS } from './channels.ts';
import { createRandom, type Random } from './random.ts';
import { DEMO_SIGN_INS } from './signIns.ts';
import { DEMO_TENANTS, type DemoTenant, IS_DIVIDE_HUNDRED, TIME_ZONE } from './tenants.ts';

const USED_MINUTES_AGO = 3;

interface KeyTimes {
  seed: number;
  /** When the merchants joined. */
  joined: Date;
  now: Date;
}

interface TenantTimes {
  /** When the tenants joined. */
  at: Date;
  now: Date;
}

/** IDs of the tenants by `merchant_no`. */
export type TenantIds = ReadonlyMap<string, string>;

/**
 * Creates the platform and the merchants with their numbers, wallets and channels. The platform's row may already
 * exist.
 */
export async function createTenants(tx: Tx, random: Random, { at, now }: TenantTimes): Promise<TenantIds> {
  const ids = new Map(DEMO_TENANTS.map(({ type, merchantNo }) => [merchantNo, idOf(type, random, at)]));
  const platformChannels = DEMO_CHANNELS.map((channel) => ({ channel, id: random.id(at) }));
  await insertRows(
    tx,
    'merchants',
    DEMO_TENANTS.map((tenant) => merchantRow(tenant, ids, { at, now })),
    REPLACE_PLATFORM,
  );
  await insertRows(
    tx,
    'merchant_descendants',
    DEMO_TENANTS.flatMap((tenant) => ancestry(tenant, ids)),
  );
  await insertRows(
    tx,
    'directory',
    DEMO_TENANTS.map(({ merchantNo }) => {
      const id = tenantId(ids, merchantNo);
      return { merchant_id: PLATFORM_ID, kind: 'merchant_no' as const, name: merchantNo, tenant_id: id, record_id: id };
    }),
  );
  for (const { merchantNo, type, currency, markupBps } of DEMO_TENANTS) {
    const merchantId = tenantId(ids, merchantNo);
    const isPlatform = type === 'platform';
    if (!isPlatform) await openWallet(tx, merchantId, currency, at);
    const own = platformChannels.filter(({ channel }) => isPlatform || channel.currency === currency);
    await insertRows(
      tx,
      'channels',
      own.map(({ channel: { traffic, ...channel }, id }) => ({
        ...channel,
        ...(!isPlatform && NO_INSTRUCTIONS),
        merchant_id: merchantId,
        id: isPlatform ? id : random.id(at),
        platform_channel_id: isPlatform ? null : id,
        rate_bps: channel.rate_bps === 0 ? 0 : channel.rate_bps + markupBps,
        // One that is no longer used is disabled.
        status: traffic && traffic.until < 1 ? 'disabled' : 'enabled',
        revision: 1,
        created_at: at,
        updated_at: at,
      })),
    );
  }
  return ids;
}

/** The platform's row exists since the first start. The demo overwrites its name and time zone. */
const REPLACE_PLATFORM = sql`on conflict (merchant_id) do update set name = excluded.name,
  short_name = excluded.short_name, contact_name = excluded.contact_name, phone = excluded.phone,
  email = excluded.email, created_at = excluded.created_at, time_zone = excluded.time_zone, updated_at = excluded.updated_at`;

function idOf(type: DemoTenant['type'], random: Random, at: Date): string {
  return type === 'platform' ? PLATFORM_ID : random.id(at);
}

/** @throws {RangeError} if the demo has no tenant of that number */
export function tenantId(ids: TenantIds, merchantNo: string): string {
  const id = ids.get(merchantNo);
  if (id === undefined) throw new RangeError(`the demo has no tenant ${merchantNo}`);
  return id;
}

/** A row for the tenant itself and for each of its ancestors. */
function ancestry({ merchantNo, parent }: DemoTenant, ids: TenantIds) {
  const rows = [{ merchant_id: tenantId(ids, merchantNo), descendant_id: tenantId(ids, merchantNo), depth: 0 }];
  for (
    let above = parent;
    above !== null;
    above = DEMO_TENANTS.find((tenant) => tenant.merchantNo === above)?.parent ?? null
  ) {
    rows.push({ merchant_id: tenantId(ids, above), descendant_id: tenantId(ids, merchantNo), depth: rows.length });
  }
  return rows;
}

function merchantRow(tenant: DemoTenant, ids: TenantIds, { at, now }: TenantTimes): Selectable<MerchantsTable> {
  const { suspension } = tenant;
  const suspendedAt = suspension ? subDays(now, suspension.daysAgo) : null;
  return {
    merchant_id: tenantId(ids, tenant.merchantNo),
    merchant_no: tenant.merchantNo,
    type: tenant.type,
    live_merchant_id: null,
    test_merchant_id: null,
    parent_id: tenant.parent && tenantId(ids, tenant.parent),
    name: tenant.name,
    short_name: tenant.shortName,
    contact_name: tenant.contactName,
    phone: tenant.phone,
    email: `finance@${tenant.domain}`,
    currency: tenant.currency,
    is_divide_hundred: IS_DIVIDE_HUNDRED[tenant.currency],
    time_zone: TIME_ZONE[tenant.currency],
    card_cooling_hours: 24,
    people_waiting_hours: 24,
    strict_checkers: false,
    notify_url: null,
    approval_threshold: tenant.approvalThreshold,
    daily_total: null,
    sum_window_hours: 24,
    only_saved_payees: false,
    refuse_md5: false,
    keys_over_limit: 'refuse',
    key_limits_asked_at: null,
    status: 'active',
    suspended_at: suspendedAt,
    suspend_reason: suspension?.reason ?? null,
    remark: null,
    revision: suspension ? 2 : 1,
    last_login_at: null,
    created_at: at,
    updated_at: suspendedAt ?? at,
  };
}

/** The key of a demo merchant. It can be computed from the demo's seed, so never use it outside the demo. */
export function demoKey(seed: number, merchantNo: string): string {
  return Buffer.from(createRandom(seed, `key ${merchantNo}`).bytes()).toString('hex');
}

/** Gives each merchant a default key, and those with a shop further ones for single servers, made by their owners. */
export async function createKeys(
  tx: Tx,
  random: Random,
  ids: TenantIds,
  encrypt: (text: string) => string,
  { seed, joined, now }: KeyTimes,
): Promise<void> {
  const merchants = DEMO_TENANTS.filter(({ type }) => type === 'merchant');
  const rows = merchants.map(({ merchantNo, shop, approvalThreshold }) => {
    const id = random.id(joined);
    const key = demoKey(seed, merchantNo);
    return {
      merchant_id: tenantId(ids, merchantNo),
      id,
      key_value: sealKey(encrypt, id, key),
      key_tail: tailOf(key),
      created_at: joined,
      ends_at: null,
      last_used_at: shop && subMinutes(now, USED_MINUTES_AGO),
      last_used_ip: shop && '203.0.113.20',
      ...UNDECIDED,
      ...defaultLimits({ approval_threshold: approvalThreshold }),
    };
  });
  await insertRows(tx, 'merchant_keys', rows);
  const shops = merchants.filter(({ shop }) => shop !== null);
  const people = await tx.selectFrom('users').select(['id', 'username']).execute();
  const userOf = (tenant: string, role: string) => {
    const signIn = DEMO_SIGN_INS.find((one) => one.merchantNo === tenant && one.role === role);
    return people.find(({ username }) => username === signIn?.username)?.id ?? null;
  };
  const limited = shops.flatMap(({ merchantNo, approvalThreshold }) =>
    limitedKeys(now).map((terms) => {
      const id = random.id(joined);
      const key = demoKey(seed, `${merchantNo} ${terms.name}`);
      const stored = { key_value: sealKey(encrypt, id, key), key_tail: tailOf(key), revision: 1, is_approved: true };
      const usual = defaultLimits({ approval_threshold: approvalThreshold });
      const limits = terms.may_pay ? usual : { per_call_limit: null, per_day_limit: null };
      const sign_types = 'hmac' as const;
      const merchant_id = tenantId(ids, merchantNo);
      return {
        merchant_id,
        id,
        ...terms,
        ...stored,
        ...UNDECIDED,
        creator_id: userOf(merchantNo, OWNER_ROLE),
        // Within the defaults, the owner may make one alone.
        approver_id: terms.may_pay ? userOf(merchantNo, 'Reviewer') : null,
        ...limits,
        sign_types,
        created_at: joined,
        updated_at: joined,
      };
    }),
  );
  await insertRows(tx, 'signing_keys', limited);
}

/** No user made or approved the default keys. */
const UNDECIDED = {
  creator_id: null,
  approver_id: null,
  proposal: null,
  proposer_id: null,
  proposed_at: null,
  lineage_id: null,
  gateway_version: NEWEST_VERSION,
};

/** Keys of servers that do one thing each. One has expired. */
function limitedKeys(now: Date) {
  const never = { ends_at: null, end_reason: null };
  const expired = { ends_at: subDays(now, 12), end_reason: 'expired' as const };
  return [
    {
      name: 'web-shop',
      may_collect: true,
      may_pay: false,
      may_query: true,
      may_list: false,
      addresses: '203.0.113.0/24',
      ...never,
      last_used_at: subMinutes(now, 2 * USED_MINUTES_AGO),
      last_used_ip: '203.0.113.20',
    },
    {
      name: 'payout-server',
      may_collect: false,
      may_pay: true,
      may_query: true,
      may_list: false,
      ...never,
      addresses: '198.51.100.7\n2001:db8:20::/48',
      last_used_at: subHours(now, 5),
      last_used_ip: '198.51.100.7',
    },
    {
      name: 'reporting',
      may_collect: false,
      may_pay: false,
      may_query: true,
      may_list: true,
      addresses: '',
      ...expired,
      last_used_at: subDays(now, 13),
      last_used_ip: '192.0.2.44',
    },
  ];
}
