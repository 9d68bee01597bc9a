import { withCheckDigit } from '@merchant-console/declaration';
import { DEMO_CHANNELS } from '../channels.ts';
import { FLAVOURS, drawPrice } from '../flavours.ts';
import type { Random } from '../random.ts';
import { DEMO_TENANTS, type DemoShop, type DemoTenant } from '../tenants.ts';

/** A call of a merchant's server. */
export interface DrawnCall {
  merchantNo: string;
  name: 'collect' | 'payout' | 'query';
  body: Record<string, string>;
}

/** A demo merchant that has a shop. */
export type Seller = DemoTenant & { shop: DemoShop };

export const SELLERS: readonly Seller[] = DEMO_TENANTS.flatMap((tenant) =>
  tenant.shop ? [{ ...tenant, shop: tenant.shop }] : [],
);

/** Share of payouts and of queries; the remaining calls are collections. */
const PAYOUTS = 0.1;
const REPEATED = 0.04;
/** Share of collections that the sandbox fails, and that it pays only after a query. */
const FAILING = 0.06;
const ASKED_ABOUT = 0.05;

/** True for an order that is queried later; the sandbox pays it then. */
export const isQueriedLater = ({ name, body }: DrawnCall): boolean =>
  name === 'collect' && body['amount']?.endsWith('77') === true;

/** The query for the status of an order. */
export function queryOf({ merchantNo, body }: DrawnCall): DrawnCall {
  const merchant_order_no = body['merchant_order_no'] ?? '';
  return { merchantNo, name: 'query', body: { type: 'collect', merchant_order_no } };
}

/** Draws the next call of the sellers. @param run makes the numbers of this run different from other runs */
export function callDrawer(random: Random, run: string, sellers: readonly Seller[] = SELLERS) {
  let made = 0;
  let last: DrawnCall | null = null;

  return function next(): DrawnCall {
    // A server that got no answer repeats the call with the same number.
    if (last && random.chance(REPEATED)) return last;
    made += 1;
    const seller = random.weighted(sellers, ({ shop }) => shop.share);
    const number = `${seller.shop.orderPrefix}-${run}-${made}`;
    last = random.chance(PAYOUTS) ? payoutOf(random, seller, number) : collectionOf(random, seller, number);
    return last;
  };
}

function collectionOf(random: Random, { merchantNo, currency, shop }: Seller, number: string): DrawnCall {
  const channel = openChannel(random, currency, 'collection');
  const amount = drawPrice(random, shop.medianPrice, FLAVOURS[currency], channel);
  return {
    merchantNo,
    name: 'collect',
    body: {
      merchant_order_no: number,
      channel: channel.code,
      amount: String(withOutcome(random, amount)),
      subject: random.pick(shop.goods),
      payer_name: person(random, currency),
    },
  };
}

/** Sets the last two digits of the amount, which decide the sandbox's result. */
function withOutcome(random: Random, amount: bigint): bigint {
  const outcome = random.fraction();
  if (outcome < FAILING) return amount - (amount % 100n) + 113n;
  return outcome < FAILING + ASKED_ABOUT ? amount - (amount % 100n) + 177n : amount;
}

/** Small, so that collections cover the payouts. */
function payoutOf(random: Random, { merchantNo, currency, shop }: Seller, number: string): DrawnCall {
  const channel = openChannel(random, currency, 'payout');
  const wished = drawPrice(random, shop.medianPrice, FLAVOURS[currency], channel);
  return {
    merchantNo,
    name: 'payout',
    body: {
      merchant_order_no: number,
      channel: channel.code,
      amount: String(wished),
      payee_name: person(random, currency),
      card_number: withCheckDigit(`621700${random.digits(12)}`),
      bank_name: random.pick(FLAVOURS[currency].banks).name,
    },
  };
}

function openChannel(random: Random, currency: Seller['currency'], type: 'collection' | 'payout') {
  const open = DEMO_CHANNELS.filter(
    (one) => one.currency === currency && one.type === type && one.traffic !== null && one.traffic.until >= 1,
  );
  return random.weighted(open, ({ traffic }) => traffic?.share ?? 0);
}

function person(random: Random, currency: Seller['currency']): string {
  const { familyNames, givenNames, nameSeparator } = FLAVOURS[currency];
  return `${random.pick(familyNames)}${nameSeparator}${random.pick(givenNames)}`;
}
