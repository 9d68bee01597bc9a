import { millisecondsInDay } from 'date-fns/constants';
import { type Selectable, sql } from 'kysely';
import { addHours } from 'date-fns/addHours';
import { addSeconds } from 'date-fns/addSeconds';
import { subDays } from 'date-fns/subDays';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import type { OrderJobsTable, Tx, ApiCallsTable } from '#server/db/schema.ts';
import { SANDBOX } from '#server/gateway/channels/sandbox/sandboxConnection.ts';
import { entryId, post } from '#server/ledger/post.ts';
import { LONGEST_HOURS } from '#server/money/approvals.ts';
import { CALLS_KEPT_DAYS } from '#server/modules/apiCalls/service.ts';
import type { OrderRow } from './drawOrder.ts';
import type { PayoutRow } from './drawPayout.ts';
import { loadShops } from './loadShops.ts';
import { type NotificationHistory, postedBy } from './notifications.ts';
import { createRandom } from './random.ts';
import { replaceSeedMark, type SeedMark } from './seedMark.ts';
import type { Shop } from './shop.ts';
import { shopHistory } from './shopHistory.ts';
import { type NewRows, REQUEST_TABLES, type RequestTable, type Step } from './Step.ts';

const YEAR_MS = 365 * millisecondsInDay;

interface WriteOptions {
  cipher: Pick<Cipher, 'encrypt' | 'hash'>;
  /** Called with the orders written so far and their total. */
  onProgress: (done: number, total: number) => void;
}

/**
 * Writes a year of orders, payouts and ledger up to the mark's time, shop by shop, in transactions that each keep the
 * books balanced. The same mark always produces the same chunks, so an interrupted seeding regenerates and skips those
 * already written.
 * @returns the final mark
 */
export async function writeHistory(db: Db, start: SeedMark, { cipher, onProgress }: WriteOptions): Promise<SeedMark> {
  const to = Date.parse(start.now);
  const shops = await loadShops(db.kysely, { seed: start.seed, from: to - YEAR_MS, to, cipher });
  let mark = start;
  let made = 0;
  for (const [shop, orders] of shareOut(shops, start.orders)) {
    for (const steps of chunksOf(shopHistory(shop, orders), start.stepsPerChunk)) {
      made += 1;
      if (made <= start.chunks) continue;
      const before = mark;
      const after = { ...mark, chunks: made, written: addStepCounts(mark.written, steps) };
      await db.transaction(async (tx) => {
        await replaceSeedMark(tx, before, after);
        await writeSteps(tx, shop, steps, made);
      });
      mark = after;
      onProgress(mark.written.orders, mark.orders);
    }
  }
  await db.maintain();
  const finished = { ...mark, finished: true };
  await db.transaction((tx) => replaceSeedMark(tx, mark, finished));
  return finished;
}

/** Number of orders of each shop by its share. The first shop gets the rounding remainder. */
function shareOut(shops: readonly Shop[], orders: number): [Shop, number][] {
  const total = shops.reduce((sum, { share }) => sum + share, 0);
  const counts = shops.map(({ share }) => Math.floor((orders * share) / total));
  const left = orders - counts.reduce((sum, count) => sum + count, 0);
  return shops.map((shop, index) => [shop, (counts[index] ?? 0) + (index === 0 ? left : 0)]);
}

function* chunksOf(steps: Iterable<Step>, length: number): Generator<Step[]> {
  let chunk: Step[] = [];
  for (const step of steps) {
    chunk.push(step);
    if (chunk.length < length) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function addStepCounts(written: SeedMark['written'], steps: readonly Step[]): SeedMark['written'] {
  return {
    orders: written.orders + steps.filter(({ order }) => order !== null).length,
    transactions: written.transactions + steps.reduce((sum, { transactions }) => sum + transactions.length, 0),
    requests: written.requests + REQUEST_TABLES.reduce((sum, table) => sum + newRows(steps, table).length, 0),
  };
}

/** The new rows of a table in some steps. */
function newRows<T extends RequestTable>(steps: readonly Step[], table: T): NonNullable<NewRows[T]>[number][] {
  return steps.flatMap(({ rows }) => [...(rows[table] ?? [])]);
}

async function writeSteps(tx: Tx, shop: Shop, steps: readonly Step[], chunk: number): Promise<void> {
  const { merchantId, tenant } = shop;
  const orders = steps.flatMap(({ order }) => (order ? [order] : []));
  // A payout may change state several times in this chunk, and may exist from an earlier one: the last state counts.
  const payouts = new Map(steps.flatMap((step) => step.payouts.map((payout) => [payout.id, payout] as const)));
  const transactions = steps.flatMap((step) => step.transactions);
  const entryIds = createRandom(chunk, `${merchantId} entries`);
  const histories: NotificationHistory[] = [];
  const posted = <Row extends OrderRow | PayoutRow>(row: Row, history: NotificationHistory): Row => {
    histories.push(history);
    return { ...row, notify_status: history.status };
  };
  const orderRows = orders.map((row) => posted(row, postedBy(shop, { resource: 'orders', row })));
  const payoutRows = [...payouts.values()].map((row) => posted(row, postedBy(shop, { resource: 'payouts', row })));
  await insertRows(tx, 'orders', orderRows);
  await insertRows(tx, 'order_jobs', orders.flatMap(jobOf));
  await insertRows(tx, 'payouts', payoutRows, SETTLE_PAYOUT);
  const attempts = histories.flatMap((history) => history.attempts);
  await insertRows(tx, 'notify_attempts', attempts);
  const jobs = histories.flatMap(({ job }) => job ?? []);
  await insertRows(tx, 'notify_jobs', jobs);
  const byServer = [...payouts.values()].filter(({ source }) => source === 'api');
  const calls = [
    ...orders.flatMap((order) => callsFor(shop, 'collect', order)),
    ...byServer.flatMap((payout) => callsFor(shop, 'payout', payout)),
  ];
  // A payout that changes state in several chunks was requested only once.
  await insertRows(tx, 'api_calls', calls, sql`on conflict (merchant_id, id) do nothing`);
  for (const table of REQUEST_TABLES) await insertRows(tx, table, newRows(steps, table));
  const summedUp = addHours(shop.to, -LONGEST_HOURS);
  const outflows = steps.flatMap((step) => step.outflows).filter(({ at }) => at > summedUp);
  await insertRows(tx, 'unapproved_outflows', outflows);
  if (newRows(steps, 'refunds').length > 0) await countRefunds(tx, merchantId);
  await post(tx, merchantId, tenant.currency, transactions, (at, seq) => entryId(at, seq, entryIds.bytes()));
}

/** Writes the sums of the refunds onto their orders. */
async function countRefunds(tx: Tx, merchantId: string): Promise<void> {
  await sql`
    update orders o set refunded_amount = s.refunded, refund_open_amount = s.open
    from (
      select merchant_id, order_id, coalesce(sum(amount) filter (where status = 'success'), 0)::bigint as refunded,
        coalesce(sum(amount) filter (where status in ('pending_approval', 'processing')), 0)::bigint as open
      from refunds where merchant_id = ${merchantId} group by merchant_id, order_id
    ) s
    where o.merchant_id = s.merchant_id and o.id = s.order_id
      and (o.refunded_amount, o.refund_open_amount) is distinct from (s.refunded, s.open)`.execute(tx);
}

/** Nobody pays the demo's orders any more, so each gets a job that closes it when it expires. */
function jobOf({ merchant_id, id, status, expires_at }: OrderRow): Selectable<OrderJobsTable>[] {
  if (status !== 'pending' || expires_at === null) return [];
  return [{ merchant_id, order_id: id, due_at: expires_at, polls: 1, asked: false, pay_url: null, sent_to: SANDBOX }];
}

const SETTLE_PAYOUT = sql`on conflict (merchant_id, id) do update set status = excluded.status,
  channel_order_no = excluded.channel_order_no, notify_status = excluded.notify_status,
  error_code = excluded.error_code, error_msg = excluded.error_msg, finished_at = excluded.finished_at,
  updated_at = excluded.updated_at`;

type ApiCallRow = Selectable<ApiCallsTable>;

interface Ordered {
  id: string;
  merchant_order_no: string | null;
  created_at: Date;
}

type Rejection = Pick<ApiCallRow, 'http_status' | 'error' | 'refusal'>;

const noFields = { args: {}, fields: [] };
const wrong = (field: string, key: string, args: object): Rejection => ({
  http_status: 422,
  error: 'validation',
  refusal: { args: {}, fields: [{ field, key, args }] },
});

/** Mistakes that an integrator makes before a call is accepted. */
const REJECTIONS: readonly Rejection[] = [
  { http_status: 401, error: 'signature_invalid', refusal: noFields },
  { http_status: 409, error: 'nonce_used', refusal: noFields },
  wrong('timestamp', 'timestamp_off', { minutes: 5 }),
  wrong('amount', 'required', {}),
  wrong('channel', 'channel_unknown', {}),
];

/** The calls by which a shop's server has made an order, as far as the log still has them. */
function callsFor(shop: Shop, call: 'collect' | 'payout', order: Ordered): ApiCallRow[] {
  const { id, merchant_order_no: order_no, created_at } = order;
  if (created_at < subDays(shop.to, CALLS_KEPT_DAYS)) return [];
  const random = createRandom(shop.seed, `calls ${id}`);
  const common = { merchant_id: shop.merchantId, order_no, ip: `203.0.113.${1 + (shop.seed % 200)}` };
  const accepted = { result: 'accepted', error: null, refusal: null } as const;
  const row = (
    at: Date,
    of: Pick<ApiCallRow, 'call' | 'result' | 'http_status' | 'error' | 'refusal'>,
  ): ApiCallRow => ({ ...common, ...of, id: random.id(at), duration_ms: random.whole(8, 120), created_at: at });
  const rows = [row(created_at, { call, http_status: 201, ...accepted })];
  if (random.chance(0.06)) {
    const at = addSeconds(created_at, -random.whole(2, 40));
    rows.push(row(at, { call, result: 'rejected', ...random.pick(REJECTIONS) }));
  }
  const askedAt = addSeconds(created_at, random.whole(20, 90));
  if (random.chance(0.2) && askedAt.getTime() <= shop.to) {
    rows.push(row(askedAt, { call: 'query', http_status: 200, ...accepted }));
  }
  return rows;
}
