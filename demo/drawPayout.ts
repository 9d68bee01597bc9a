import { millisecondsInMinute, millisecondsInHour } from 'date-fns/constants';
import type { Selectable } from 'kysely';
import { maskValue, withCheckDigit } from '@merchant-console/declaration';
import type { ChannelsTable, PayoutsTable } from '#server/db/schema.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { chargeOf } from '#server/money/quote.ts';
import { drawPayoutAmount } from './flavours.ts';
import { personName, pickChannel, type Shop, type ShopChannel } from './shop.ts';

export type PayoutRow = Selectable<PayoutsTable>;

/** A payout in its open and final state. */
export interface DrawnPayout {
  open: PayoutRow;
  /** Keyed hash of the payee's number. */
  account: string;
  settled: PayoutRow;
  /** Infinity if the channel hasn't answered yet. */
  settledAt: number;
}

/**
 * Draws a payout that the shop's program requests.
 * @param available balance of the wallet in minor units
 * @param left the most that the limits of the shop's key allow
 * @returns null if the balance is too low, or the key's limit is reached
 */
export function drawPayout(
  shop: Shop,
  at: number,
  { available, left }: { available: bigint; left: bigint },
): DrawnPayout | null {
  const { random, flavour, numbers, orderPrefix } = shop;
  const channel = pickChannel(shop, 'payout', at);
  const most = left - (left % flavour.payoutStep);
  const bounds = { ...channel.row, max_amount: most < channel.row.max_amount ? most : channel.row.max_amount };
  const amount = drawPayoutAmount(random, shop.medianPrice, flavour, bounds, available);
  if (amount === null) return null;
  const { card_hash: account, ...payee } = drawPayee(shop);
  const open = openPayout(shop, channel.row, at, {
    source: 'api',
    merchant_order_no: numbers.merchant(`${orderPrefix}P`, shop.local(at)),
    creator_id: null,
    amount,
    ...payee,
    remark: random.chance(0.6) ? random.pick(flavour.payoutRemarks) : null,
  });
  return open.debit_amount > available ? null : { open, account, ...outcomeOf(shop, channel, open) };
}

/** Amount, creator and payee, and what it comes from. */
type PayoutOrder = Pick<PayoutRow, 'source' | 'creator_id' | 'amount' | 'remark' | keyof Payee> &
  Partial<Pick<PayoutRow, 'merchant_order_no' | 'batch_id' | 'payment_request_id'>>;

/** A new payout, sent to the channel after some seconds. */
export function openPayout(shop: Shop, channel: Selectable<ChannelsTable>, at: number, order: PayoutOrder): PayoutRow {
  const { random, numbers } = shop;
  const createdAt = new Date(at);
  const sentAt = new Date(at + random.whole(2_000, 90_000));
  const sent = sentAt.getTime() < shop.to;
  const { arrival_amount: _, ...charged } = chargeOf(channel, order.amount);
  return {
    merchant_id: shop.merchantId,
    id: random.id(createdAt),
    order_no: numbers.platform('P', new Date(at)),
    merchant_order_no: null,
    batch_id: null,
    payment_request_id: null,
    ...order,
    channel_id: channel.id,
    ...charged,
    channel_order_no: null,
    notify_url: order.source === 'api' ? `https://pay.${shop.tenant.domain}/notify/payout` : null,
    notify_status: 'none',
    status: sent ? 'processing' : 'pending',
    error_code: null,
    error_msg: null,
    finished_at: null,
    created_at: createdAt,
    updated_at: sent ? sentAt : createdAt,
  };
}

type Account = Pick<PayoutRow, 'card_number' | 'card_number_masked' | 'bank_name' | 'branch_name'>;
export type Payee = Account & Pick<PayoutRow, 'payee_name'>;

export function drawPayee(shop: Shop): Payee & { card_hash: string } {
  return { payee_name: personName(shop), ...drawHashedAccount(shop) };
}

export function drawAccount(shop: Shop): Account {
  const { card_hash: _, ...account } = drawHashedAccount(shop);
  return account;
}

export function drawHashedAccount({ random, flavour, cipher, merchantId }: Shop): Account & { card_hash: string } {
  const { name, branches, accountPrefix, accountLength } = random.pick(flavour.banks);
  const number = withCheckDigit(accountPrefix + random.digits(accountLength - accountPrefix.length - 1));
  return {
    card_number: cipher.encrypt(number),
    card_hash: cardHash(cipher, merchantId, number),
    card_number_masked: maskValue(number, 'card'),
    bank_name: name,
    branch_name: random.chance(0.7) ? random.pick(branches) : null,
  };
}

/** Of 100 payouts 96 succeed. Some of the last day have no answer yet and stay processing. */
export function outcomeOf(
  shop: Shop,
  { traffic }: ShopChannel,
  open: PayoutRow,
): Pick<DrawnPayout, 'settled' | 'settledAt'> {
  const { random, flavour } = shop;
  const minutes = Math.max(2, random.logNormal(traffic.medianMinutes, 0.9));
  const answered = open.created_at.getTime() < shop.to - 36 * millisecondsInHour || random.chance(0.65);
  if (!answered) return { settledAt: Number.POSITIVE_INFINITY, settled: open };
  const settledAt = Math.floor(open.created_at.getTime() + minutes * millisecondsInMinute);
  const error = random.chance(0.96) ? null : random.pick(flavour.payoutErrors);
  return { settledAt, settled: finishedPayout(shop, open, settledAt, error) };
}

/** @param error why it failed, or null if it was paid */
export function finishedPayout(
  { random }: Shop,
  open: PayoutRow,
  settledAt: number,
  error: Shop['flavour']['payoutErrors'][number] | null,
): PayoutRow {
  const at = new Date(settledAt);
  return {
    ...open,
    status: error ? 'failed' : 'success',
    channel_order_no: random.digits(20),
    notify_status: open.source === 'api' ? 'delivered' : 'none',
    error_code: error?.code ?? null,
    error_msg: error?.message ?? null,
    finished_at: at,
    updated_at: at,
  };
}
