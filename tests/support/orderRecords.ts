import type { ChannelData } from '#shared/contract/channels.ts';
import type { Order } from '#shared/contract/order.ts';

/** An order as the API returns it. Number 1 is the newest. */
export function orderRecord(number: number, overrides: Partial<Order> = {}): Order {
  const created = new Date(Date.UTC(2026, 10, 20, 4) - number * 60_000).toISOString();
  return {
    id: `order-${number}`,
    order_no: `C${String(number).padStart(6, '0')}`,
    merchant_order_no: `M-${number}`,
    channel_order_no: null,
    channel_id: 'alipay',
    amount: String(100_000 + number),
    fee: '250',
    arrival_amount: String(99_750 + number),
    rate_bps: 25,
    fixed_fee: '0',
    deduction: 'inner',
    currency: 'CNY',
    subject: 'Gift card',
    payer_name: null,
    client_ip: null,
    notify_url: null,
    return_url: null,
    notify_status: 'none',
    status: 'success',
    error_code: null,
    error_msg: null,
    expires_at: null,
    succeeded_at: created,
    created_at: created,
    updated_at: created,
    refunded_amount: '0',
    refund_open_amount: '0',
    ...overrides,
  };
}

export function channelRecord(overrides: Partial<ChannelData> = {}) {
  return {
    id: 'alipay',
    name: 'Alipay QR',
    code: 'ALIPAY_QR',
    type: 'collection',
    rate_bps: 25,
    fixed_fee: '0',
    min_fee: null,
    max_fee: null,
    deduction: 'inner',
    min_amount: '1',
    max_amount: '100000000',
    currency: 'CNY',
    status: 'enabled',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}
