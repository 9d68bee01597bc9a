import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { insertRows } from '#server/db/rows.ts';
import { lockTenant, merchantOf } from '#server/db/tenants.ts';
import type { ChannelsTable, MerchantsTable, Tx } from '#server/db/schema.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import { sandboxOutcome } from '#shared/gateway/sandboxOutcome.ts';
import { NO_INSTRUCTIONS } from '#server/money/instructions.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';

type Merchant = Selectable<MerchantsTable>;
type Channel = Selectable<ChannelsTable>;

type TestSideDeps = Pick<Services, 'deposits' | 'keys'>;

/** Start balance in major units of the currency, if the deposit channel allows that much. */
const START_BALANCE = 1_000_000n;

/** Maximum of a channel that is created for a type that the live merchant lacks, in minor units. */
const MAX_AMOUNT = 100_000_000_000n;

const TYPES: readonly Channel['type'][] = ['collection', 'payout', 'deposit', 'withdrawal'];

/**
 * Creates a merchant's test side if it has none, with a key, channels and a start balance. Otherwise updates its copy of
 * the live merchant's name and settings, and adds channels that are new there.
 *
 * @param actor a user of the live merchant
 * @returns the ID of the test side
 */
export async function ensureTestSide(tx: Tx, deps: TestSideDeps, actor: Actor, at: Date): Promise<string> {
  // Concurrent first switches wait here, and all but one find the side created.
  await lockTenant(tx, actor.merchantId);
  const live = await merchantOf(tx, actor.merchantId);
  const { test_merchant_id: existing } = live;
  if (existing !== null) {
    await tx.updateTable('merchants').set(copied(live)).where('merchant_id', '=', existing).execute();
    await addChannels(tx, live, existing, at);
    return existing;
  }
  const id = uuidv7({ msecs: at.getTime() });
  await insertRows(tx, 'merchants', [testRow(live, id, at)]);
  await tx.insertInto('merchant_descendants').values({ merchant_id: id, descendant_id: id, depth: 0 }).execute();
  await tx.updateTable('merchants').set({ test_merchant_id: id }).where('merchant_id', '=', live.merchant_id).execute();
  await openWallet(tx, id, live.currency, at);
  await addChannels(tx, live, id, at);
  await deps.keys.issueFirst(tx, id);
  await depositStartBalance(tx, deps, { ...actor, merchantId: id }, live);
  return id;
}

/** The columns of the live merchant that the test side copies. */
function copied(live: Merchant) {
  const { merchant_no, name, short_name, contact_name, phone, email, time_zone } = live;
  const { approval_threshold, daily_total, sum_window_hours, only_saved_payees, refuse_md5, keys_over_limit } = live;
  const sums = { approval_threshold, daily_total, sum_window_hours };
  const rules = { ...sums, only_saved_payees, refuse_md5, keys_over_limit };
  return { merchant_no, name, short_name, contact_name, phone, email, time_zone, ...rules };
}

function testRow(live: Merchant, id: string, at: Date): Merchant {
  return {
    ...live,
    merchant_id: id,
    type: 'test',
    live_merchant_id: live.merchant_id,
    test_merchant_id: null,
    parent_id: null,
    // The live merchant's server must not receive notifications of test orders.
    notify_url: null,
    // A new card can be tried without waiting.
    card_cooling_hours: 0,
    status: 'active',
    suspended_at: null,
    suspend_reason: null,
    remark: null,
    last_login_at: null,
    revision: 1,
    created_at: at,
    updated_at: at,
  };
}

/** Copies the live merchant's channels whose code the test side lacks, and adds one of each type that neither has. */
async function addChannels(tx: Tx, live: Merchant, testId: string, at: Date): Promise<void> {
  const read = (merchantId: string) =>
    tx.selectFrom('channels').where('merchant_id', '=', merchantId).selectAll().execute();
  const known = await read(testId);
  const news = (await read(live.merchant_id)).filter(({ code }) => !known.some((channel) => channel.code === code));
  const missing = TYPES.filter((type) => ![...known, ...news].some((channel) => channel.type === type));
  const added = [...news, ...missing.map((type) => plainChannel(type, live))];
  const own = {
    ...NO_INSTRUCTIONS,
    merchant_id: testId,
    platform_channel_id: null,
    status: 'enabled' as const,
    revision: 1,
  };
  const rows = added.map((channel) => {
    return { ...channel, ...own, id: uuidv7({ msecs: at.getTime() }), created_at: at, updated_at: at };
  });
  await insertRows(tx, 'channels', rows);
}

function plainChannel(
  type: Channel['type'],
  { currency }: Merchant,
): Omit<
  Channel,
  | 'merchant_id'
  | 'id'
  | 'platform_channel_id'
  | 'status'
  | 'revision'
  | 'created_at'
  | 'updated_at'
  | keyof typeof NO_INSTRUCTIONS
> {
  const free = {
    rate_bps: 0,
    fixed_fee: 0n,
    min_fee: null,
    max_fee: null,
    deduction: 'inner' as const,
    refund_fee: 'keep' as const,
  };
  return {
    name: `Test ${type}`,
    code: `TEST_${type.toUpperCase()}`,
    type,
    currency,
    ...free,
    min_amount: 1n,
    max_amount: MAX_AMOUNT,
  };
}

async function depositStartBalance(tx: Tx, { deposits }: TestSideDeps, actor: Actor, live: Merchant): Promise<void> {
  const wanted = START_BALANCE * (live.is_divide_hundred === 1 ? 100n : 1n);
  const channel = await tx
    .selectFrom('channels')
    .where('merchant_id', '=', actor.merchantId)
    .where('type', '=', 'deposit')
    .orderBy('max_amount', 'desc')
    .orderBy('code')
    .select(['id', 'max_amount'])
    .limit(1)
    .executeTakeFirstOrThrow();
  const most = channel.max_amount < wanted ? channel.max_amount : wanted;
  const amount = sandboxOutcome(most) === 'success' ? most : most - 1n;
  const payer = live.contact_name ?? live.name;
  await deposits.request(tx, actor, { channel_id: channel.id, amount, payer_name: payer, remark: null });
}
