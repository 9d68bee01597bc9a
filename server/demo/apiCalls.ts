import { addSeconds } from 'date-fns/addSeconds';
import { subDays } from 'date-fns/subDays';
import type { Selectable } from 'kysely';
import type { ApiCallsTable } from '#server/db/schema.ts';
import { CALLS_KEPT_DAYS } from '#server/modules/apiCalls/service.ts';
import { createRandom } from './random.ts';
import type { Shop } from './shop.ts';

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
export function callsFor(shop: Shop, call: 'collect' | 'payout', order: Ordered): ApiCallRow[] {
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
