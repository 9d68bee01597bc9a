import type { Selectable } from 'kysely';
import { computeFee, debitAmount } from '#shared/money/fee.ts';
import type { PayoutsTable } from '#server/db/schema.ts';
import { drawPayoutAmount } from './prices.ts';
import { personName, pickChannel, ruleOf, type Shop, type ShopChannel } from './shop.ts';

export type PayoutRow = Selectable<PayoutsTable>;

/** A payout as it is until its channel answers, and as it will be. */
export interface DrawnPayout {
  open: PayoutRow;
  settled: PayoutRow;
  /** Infinity when the channel has given no answer so far. */
  settledAt: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** @param available what the wallet holds, in minor units; null comes back when that is too little for a payout */
export function drawPayout(shop: Shop, at: number, available: bigint): DrawnPayout | null {
  const channel = pickChannel(shop, 'payout', at);
  const bounds = { minAmount: channel.row.min_amount, maxAmount: channel.row.max_amount };
  const amount = drawPayoutAmount(shop.random, shop.medianPrice, shop.flavour, bounds, available);
  if (amount === null) return null;
  const open = openPayout(shop, channel, at, amount);
  return open.debit_amount > available ? null : { open, ...outcome(shop, channel, open) };
}

function openPayout(shop: Shop, { row: channel }: ShopChannel, at: number, amount: bigint): PayoutRow {
  const { random, flavour, numbers } = shop;
  const local = shop.local(at);
  const createdAt = new Date(at);
  const sentAt = new Date(at + random.whole(2_000, 90_000));
  const sent = sentAt.getTime() < shop.to;
  const fee = computeFee(amount, ruleOf(channel));
  const byHand = shop.creatorIds.length > 0 && random.chance(0.15);
  return {
    merchant_id: shop.merchantId,
    id: random.id(createdAt),
    order_no: numbers.platform('P', local),
    merchant_order_no: byHand ? null : numbers.merchant(`${shop.orderPrefix}P`, local),
    source: byHand ? 'console' : 'api',
    batch_id: null,
    payment_request_id: null,
    channel_id: channel.id,
    amount,
    fee,
    debit_amount: debitAmount(amount, fee, channel.deduction),
    rate_bps: channel.rate_bps,
    fixed_fee: channel.fixed_fee,
    deduction: channel.deduction,
    currency: channel.currency,
    payee_name: personName(shop),
    ...payeeAccount(shop),
    remark: random.chance(0.6) ? random.pick(flavour.payoutRemarks) : null,
    channel_order_no: null,
    creator_id: byHand ? random.pick(shop.creatorIds) : null,
    notify_status: 'none',
    status: sent ? 'processing' : 'pending',
    error_code: null,
    error_msg: null,
    finished_at: null,
    created_at: createdAt,
    updated_at: sent ? sentAt : createdAt,
  };
}

type PayeeAccount = Pick<PayoutRow, 'card_number' | 'card_number_masked' | 'bank_name' | 'branch_name'>;

function payeeAccount({ random, flavour, encrypt }: Shop): PayeeAccount {
  const { name, branches, accountPrefix, accountLength } = random.pick(flavour.banks);
  const number = accountPrefix + random.digits(accountLength - accountPrefix.length);
  return {
    card_number: encrypt(number),
    card_number_masked: `${number.slice(0, 4)}${'*'.repeat(number.length - 8)}${number.slice(-4)}`,
    bank_name: name,
    branch_name: random.chance(0.7) ? random.pick(branches) : null,
  };
}

/** 96 of 100 payouts succeed; of the last day's some have had no answer, and so stay processing. */
function outcome(shop: Shop, { traffic }: ShopChannel, open: PayoutRow): Omit<DrawnPayout, 'open'> {
  const { random, flavour } = shop;
  const minutes = Math.max(2, random.logNormal(traffic.medianMinutes, 0.9));
  const answered = open.created_at.getTime() < shop.to - 36 * HOUR_MS || random.chance(0.65);
  const settledAt = answered ? Math.floor(open.created_at.getTime() + minutes * MINUTE_MS) : Number.POSITIVE_INFINITY;
  if (!answered) return { settledAt, settled: open };
  const at = new Date(settledAt);
  const finished = { ...open, finished_at: at, updated_at: at, channel_order_no: random.digits(20) };
  const notify_status = open.source === 'api' ? 'delivered' : 'none';
  if (random.chance(0.96)) return { settledAt, settled: { ...finished, notify_status, status: 'success' } };
  const { code, message } = random.pick(flavour.payoutErrors);
  return { settledAt, settled: { ...finished, notify_status, status: 'failed', error_code: code, error_msg: message } };
}
