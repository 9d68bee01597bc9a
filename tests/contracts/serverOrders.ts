import type { Order } from '#shared/contract/order.ts';
import { insertRows } from '#server/db/rows.ts';
import type { Db } from '#server/db/connect.ts';
import type { ContractSeed } from '@merchant-console/ra-provider/contracts';

const START = Date.UTC(2026, 9, 1, 8);
const DAY = 86_400_000;
const STATUSES = ['pending', 'success', 'failed'] as const;
/** Beyond the exact range of a double. */
const EXACT_AMOUNT = '9007199254740993';

const numbered = (index: number) => String(index).padStart(4, '0');
const orderId = (index: number) => `0199a000-0000-7000-8000-00000000${numbered(index)}`;

/** An order as the API returns it, with the values that its declaration computes. */
type WholeOrder = Order & { refundable_amount: string; unrefunded_amount: string };

function order(index: number, channelId: string): WholeOrder {
  const created_at = new Date(START + index * DAY).toISOString();
  const status = STATUSES[index % STATUSES.length] ?? 'pending';
  const amount = index === 0 ? EXACT_AMOUNT : String(1000 + index);
  return {
    id: orderId(index),
    order_no: `C${numbered(index)}`,
    merchant_order_no: `M/${numbered(index)}#订单`,
    channel_order_no: index % 2 === 0 ? null : `CH ${index}`,
    channel_id: channelId,
    amount,
    fee: '1',
    arrival_amount: String(BigInt(amount) - 1n),
    rate_bps: 38,
    fixed_fee: '0',
    deduction: 'inner',
    currency: 'CNY',
    subject: `<b>"第${index}件" & 'O''Neil'</b> \u{1F9FE}`,
    payer_name: '张三',
    client_ip: null,
    notify_url: null,
    return_url: null,
    notify_status: 'none',
    status,
    error_code: status === 'failed' ? 'E51' : null,
    error_msg: null,
    expires_at: created_at,
    succeeded_at: status === 'success' ? created_at : null,
    created_at,
    updated_at: created_at,
    refunded_amount: '0',
    refund_open_amount: '0',
    refundable_amount: amount,
    unrefunded_amount: amount,
  };
}

/** Orders of one tenant over two of its channels. */
export function serverSeed([first, second]: readonly [string, string]): ContractSeed & { records: WholeOrder[] } {
  const records = Array.from({ length: 7 }, (_, index) => order(index, index % 2 === 0 ? first : second));
  const idsWhere = (holds: (record: Order, index: number) => boolean) => records.filter(holds).map(({ id }) => id);
  const [from, to] = [records[2]?.created_at, records[4]?.created_at];
  return {
    resource: 'orders',
    sortField: 'created_at',
    records,
    filters: [
      { filter: { status: 'success' }, ids: idsWhere(({ status }) => status === 'success') },
      { filter: { status: ['pending', 'failed'] }, ids: idsWhere(({ status }) => status !== 'success') },
      { filter: { channel_id: second, status: 'success' }, ids: idsWhere((_, index) => index === 1) },
      { filter: { created_at_gte: from, created_at_lte: to }, ids: idsWhere((_, index) => index >= 2 && index <= 4) },
      { filter: { amount_gte: EXACT_AMOUNT }, ids: idsWhere((_, index) => index === 0) },
      { filter: { q: 'M/0003#订' }, ids: idsWhere((_, index) => index === 3) },
      { filter: { id: [orderId(5), orderId(99), orderId(1)] }, ids: [orderId(1), orderId(5)] },
    ],
    emptyFilter: { status: 'closed' },
    reference: { target: 'channel_id', id: second, ids: idsWhere((_, index) => index % 2 === 1) },
    missingId: orderId(99),
  };
}

/** Inserts orders into a server's database. */
export async function storeOrders(db: Db, merchantId: string, orders: readonly WholeOrder[]): Promise<void> {
  const time = (text: string | null) => (text === null ? null : new Date(text));
  const rows = orders.map(({ refundable_amount: _, unrefunded_amount: __, ...record }) => ({
    ...record,
    merchant_id: merchantId,
    amount: BigInt(record.amount),
    fee: BigInt(record.fee),
    arrival_amount: BigInt(record.arrival_amount),
    fixed_fee: BigInt(record.fixed_fee),
    refunded_amount: BigInt(record.refunded_amount),
    refund_open_amount: BigInt(record.refund_open_amount),
    expires_at: time(record.expires_at),
    succeeded_at: time(record.succeeded_at),
    created_at: new Date(record.created_at),
    updated_at: new Date(record.updated_at),
  }));
  await insertRows(db.kysely, 'orders', rows);
}
