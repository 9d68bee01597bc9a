import { subDays } from 'date-fns/subDays';
import type { Selectable } from 'kysely';
import { NOTIFY_ACKNOWLEDGED, NOTIFY_TRIES, type NotifyResult } from '#shared/contract/notifyAttempts.ts';
import type { HeaderList, NotifyAttemptsTable, NotifyJobsTable } from '#server/db/schema.ts';
import { nextTry } from '#server/gateway/notifying/createNotifier.ts';
import { headersOf, signedBody } from '#server/gateway/notifying/signedBody.ts';
import { presentOrder, presentPayout } from '#server/modules/gateway/gatewayRecords.ts';
import { ATTEMPTS_KEPT_DAYS } from '#server/modules/notifyAttempts/service.ts';
import type { OrderRow } from './drawOrder.ts';
import type { PayoutRow } from './drawPayout.ts';
import { createRandom, type Random } from './random.ts';
import type { Shop } from './shop.ts';

type Subject = { resource: 'orders'; row: OrderRow } | { resource: 'payouts'; row: PayoutRow };
type AttemptRow = Selectable<NotifyAttemptsTable>;

/** State of a result's notification at the end of the demo's period. */
export interface NotificationHistory {
  status: OrderRow['notify_status'];
  /** Without attempts that the hourly maintenance would have deleted by then. */
  attempts: readonly AttemptRow[];
  /** The next attempt, or null if none is due. */
  job: Selectable<NotifyJobsTable> | null;
}

const NOT_POSTED: NotificationHistory = { status: 'none', attempts: [], job: null };

interface Answer {
  result: NotifyResult;
  response: [status: number, body: string] | null;
}

const DELIVERED: Answer = { result: 'delivered', response: [200, NOTIFY_ACKNOWLEDGED] };
/** Failures of a merchant's server. */
const FAILURES: readonly Answer[] = [
  { result: 'refused_status', response: [502, 'Bad Gateway'] },
  { result: 'not_acknowledged', response: [200, '{"ok":true}'] },
  { result: 'timeout', response: null },
  { result: 'refused', response: null },
];

/**
 * The notification attempts of an order or payout by the end of the demo's period. The row's `notify_status` is their
 * final result if there is enough time: delivered, at the first or a later attempt, or failed.
 */
export function postedBy(shop: Shop, subject: Subject): NotificationHistory {
  const { resource, row } = subject;
  if (row.notify_url === null || row.notify_status === 'none') return NOT_POSTED;
  const random = createRandom(shop.seed, `notification ${row.id}`);
  const failing = row.notify_status === 'failed' ? NOTIFY_TRIES : random.chance(0.95) ? 0 : random.whole(1, 4);
  const failure = random.pick(FAILURES);
  const key = { merchant_id: row.merchant_id, record_id: row.id, resource };
  const attempts: AttemptRow[] = [];
  const end = (status: NotificationHistory['status'], job: NotificationHistory['job'] = null): NotificationHistory => ({
    status,
    job,
    attempts: attempts.filter(({ at }) => at >= subDays(shop.to, ATTEMPTS_KEPT_DAYS)),
  });
  let at = new Date(row.updated_at.getTime() + random.whole(100, 900));
  for (let tries = 0; at.getTime() <= shop.to;) {
    const answer = tries < failing ? failure : DELIVERED;
    const post = { ...sent(shop, subject, at, random), ...got(answer, random) };
    tries += 1;
    attempts.push({ ...key, number: tries, at, url: row.notify_url, ...post });
    if (answer === DELIVERED) return end('delivered');
    const next = nextTry(at, tries, random.fraction());
    if (next === null) return end('failed');
    at = next;
  }
  return end('pending', { ...key, due_at: at, polls: attempts.length, asked_by: null });
}

function sent(shop: Shop, subject: Subject, at: Date, random: Random) {
  const nonce = Buffer.from(random.bytes()).toString('hex');
  const stamp = { merchantNo: shop.tenant.merchantNo, at, nonce };
  const request_body = signedBody(resultOf(shop, subject), stamp, shop.key);
  return { request_body, request_headers: headersOf(request_body), sent_by: null };
}

function resultOf(shop: Shop, { resource, row }: Subject) {
  const channel = shop.channels.find((one) => one.row.id === row.channel_id);
  if (!channel) throw new Error(`The channel of ${row.order_no} belongs to another merchant`);
  const channel_code = channel.row.code;
  return resource === 'orders'
    ? presentOrder({ ...row, channel_code, pay_url: null })
    : presentPayout({ ...row, channel_code });
}

function got({ result, response }: Answer, random: Random) {
  const duration_ms = result === 'timeout' ? 10_000 : random.whole(20, 400);
  const none = { response_status: null, response_headers: null, response_body: null };
  if (!response) return { result, duration_ms, response_cut: false, ...none };
  const [response_status, response_body] = response;
  const response_headers: HeaderList = [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(response_body))],
  ];
  return { result, duration_ms, response_cut: false, response_status, response_headers, response_body };
}
