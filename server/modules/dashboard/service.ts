import { subDays } from 'date-fns/subDays';
import { sql } from 'kysely';
import type {
  AskedRange,
  Dashboard,
  HomeChannel,
  LatestOrder,
  MerchantFigures,
  RangeShown,
} from '#shared/contract/dashboard.ts';
import type { WalletData } from '#shared/contract/wallets.ts';
import { merchantOf, PLATFORM_ID } from '#server/db/tenants.ts';
import { orderSums, platformOrderSums, type OrderSum } from '#server/figures/orderSums.ts';
import type { Session } from '#server/http/session.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Services } from '#server/services.ts';
import type { Db } from '#server/db/connect.ts';
import { businessOf, merchantBusiness } from './business.ts';
import { homeChannels } from './channels.ts';
import { figuresIn } from './figures.ts';
import { platformSetupOf, setupOf } from './setup.ts';
import { boundsOf, channelSpans, channelIntervals, homeSpans, spanOf, intervalsOf, type HomeSpans } from './spans.ts';
import { waitingCounts } from './waiting.ts';

const LATEST = 10;
/** How far back a merchant's channels are searched for their last order. */
const LOOKED_BACK_DAYS = 60;

type HomeDeps = Pick<Services, 'db' | 'clock' | 'channels' | 'wallets' | 'keys'>;

/** Sums of a tenant's orders between the bounds of a range's intervals. */
interface Orders {
  sums: readonly OrderSum[];
  bounds: readonly Date[];
  spans: HomeSpans;
}

/** The dashboard. Contains only what the user may see. */
export function createHome({ db, clock, channels, wallets, keys }: HomeDeps) {
  /**
   * @param only currency of the figures; null for all currencies
   * @throws {ValidationError} if the range's days are in the wrong order, in the future, or too many
   */
  async function read(session: Session, only: string | null, range: AskedRange): Promise<Dashboard> {
    const { merchantId, permissions } = session;
    const isMerchant = merchantId !== PLATFORM_ID;
    const ofMerchant = async <T>(permission: string, get: () => Promise<T>) =>
      isMerchant && permissions.has(permission) ? get() : undefined;
    const now = clock.now();
    const tenant = await merchantOf(db.kysely, merchantId);
    const spans = homeSpans(now, tenant.time_zone, range);
    const seesMerchants = !isMerchant && permissions.has('merchants.list');
    const seesOrders = isMerchant && permissions.has('orders.list');
    const [orders, balances, latest, payouts, shownChannels, key, setup, merchants, business, waiting] =
      await Promise.all([
        ofMerchant('orders.list', () => ordersOf(merchantId, spans)),
        ofMerchant('ledgers.list', () => wallets.list(merchantId)),
        ofMerchant('orders.list', () => latestOrders(db, merchantId, only)),
        ofMerchant('payouts.list', () => payoutsUnderWay(db, merchantId)),
        seesOrders
          ? ofMerchant('channels.list', () => channelsOf(merchantId, now))
          : !isMerchant && permissions.has('platform_channels.list')
            ? platformChannels(now)
            : undefined,
        ofMerchant('base_info.show', () => keys.shown(merchantId)),
        (isMerchant ? setupOf : platformSetupOf)(db, session),
        seesMerchants ? merchantsByStatus(db) : undefined,
        seesMerchants ? businessOf(db, tenant.currency, spans) : undefined,
        waitingCounts(db, session, now),
      ]);
    const mayReplace = permissions.has('base_info.regenerate_key');
    return {
      as_of: now.toISOString(),
      currency: tenant.currency,
      time_zone: tenant.time_zone,
      range: rangeShown(spans),
      waiting,
      ...(balances && { balances: balances.map(withoutTime) }),
      ...(orders &&
        latest && {
          orders: {
            currencies: currenciesOf(
              orders,
              [tenant.currency, ...(balances ?? []).map(({ currency }) => currency)],
              only,
            ),
            latest,
          },
        }),
      ...(payouts && { payouts_under_way: payouts }),
      ...(shownChannels && { channels: shownChannels }),
      ...(key && { signing_key: { ...key, may_replace: mayReplace } }),
      ...(setup && { setup }),
      ...(business && { business }),
      ...(merchants && { merchants }),
    };
  }

  /**
   * @throws {NotFoundError} if there is no such live merchant
   * @throws {ValidationError} like `read`
   */
  async function merchant(id: string, range: AskedRange): Promise<MerchantFigures> {
    const { currency } = await readRecord(db.kysely, 'v_merchants', PLATFORM_ID, id);
    const { time_zone } = await merchantOf(db.kysely, PLATFORM_ID);
    const spans = homeSpans(clock.now(), time_zone, range);
    const [balances, business] = await Promise.all([
      wallets.list(id),
      merchantBusiness(db, { merchantId: id, currency: String(currency) }, spans),
    ]);
    return { range: rangeShown(spans), balances: balances.map(withoutTime), business };
  }

  async function ordersOf(merchantId: string, spans: HomeSpans): Promise<Orders> {
    const bounds = boundsOf(intervalsOf(spans));
    return { sums: await orderSums(db.kysely, merchantId, bounds), bounds, spans };
  }

  async function channelsOf(merchantId: string, now: Date): Promise<HomeChannel[]> {
    const spans = channelSpans(now);
    const bounds = boundsOf([...channelIntervals(spans), { from: subDays(now, LOOKED_BACK_DAYS), to: now }]);
    const [listed, sums] = await Promise.all([
      channels.list(merchantId, { type: 'collection' }),
      orderSums(db.kysely, merchantId, bounds),
    ]);
    return homeChannels(db, { merchantId, listed, sums, bounds, spans });
  }

  /** Includes the orders of all merchants. */
  async function platformChannels(now: Date): Promise<HomeChannel[]> {
    const spans = channelSpans(now);
    const bounds = boundsOf(channelIntervals(spans));
    const [listed, sums] = await Promise.all([
      channels.list(PLATFORM_ID, { type: 'collection' }),
      platformOrderSums(db.kysely, bounds),
    ]);
    return homeChannels(db, { merchantId: null, listed, sums, bounds, spans });
  }

  return { read, merchant };
}

async function latestOrders({ kysely }: Db, merchantId: string, only: string | null): Promise<LatestOrder[]> {
  let query = kysely
    .selectFrom('orders')
    .where('merchant_id', '=', merchantId)
    .select(['id', 'order_no', 'amount', 'currency', 'channel_id', 'status', 'created_at']);
  if (only !== null) query = query.where('currency', '=', only);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(LATEST).execute();
  return rows.map(({ amount, created_at, ...row }) => ({
    ...row,
    amount: amount.toString(),
    created_at: created_at.toISOString(),
  }));
}

async function payoutsUnderWay(
  { kysely }: Db,
  merchantId: string,
): Promise<NonNullable<Dashboard['payouts_under_way']>> {
  const { rows } = await sql<{ currency: string; count: number; amount: bigint }>`
    select currency, count(*)::integer as count, sum(amount)::bigint as amount from payouts
    where merchant_id = ${merchantId} and status in ('pending_approval', 'pending', 'processing')
    group by currency order by currency`.execute(kysely);
  return rows.map(({ amount, ...row }) => ({ ...row, amount: amount.toString() }));
}

async function merchantsByStatus({ kysely }: Db): Promise<NonNullable<Dashboard['merchants']>> {
  const { rows } = await sql<NonNullable<Dashboard['merchants']>>`
    select (count(*) filter (where suspended_at is null and status = 'active'))::integer as active,
      (count(*) filter (where suspended_at is not null))::integer as suspended,
      (count(*) filter (where suspended_at is null and status = 'disabled'))::integer as disabled
    from merchants where type = 'merchant'`.execute(kysely);
  return rows[0] ?? { active: 0, suspended: 0, disabled: 0 };
}

function withoutTime({ updated_at: _, ...balance }: WalletData) {
  return balance;
}

/** @param known currencies to include without orders, the tenant's own first */
function currenciesOf({ sums, bounds, spans }: Orders, known: readonly string[], only: string | null) {
  const all = new Set([...known, ...sums.map(({ currency }) => currency).toSorted()]);
  const shown = only === null ? [...all] : [only];
  return shown.map((currency) => figuresIn(currency, sums, bounds, spans));
}

function rangeShown({ key, days, daysBefore, span, before, step }: HomeSpans): RangeShown {
  return { key, days, days_before: daysBefore, span: spanOf(span), before: spanOf(before), step };
}
