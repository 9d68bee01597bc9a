import { millisecondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type {
  ChannelAdapter,
  ChannelCollection,
  ChannelOrder,
  CollectionAdapter,
  OpenAnswer,
  RefundAdapter,
  SendingAdapter,
} from '../ChannelAdapter.ts';
import { type Callback, type CallbackOrder, defineChannel } from '../ChannelModule.ts';
import {
  bankCollectionSchema,
  bankPayoutSchema,
  checkSum,
  isNotFound,
  orderIn,
  orderOf,
  referenceOf,
  refusalOf,
} from './bankOrder.ts';
import {
  type BankAnswer,
  type BankClient,
  createBankClient,
  isSignedByBank,
  SIGNATURE_HEADERS,
} from './createBankClient.ts';

/** Maximum difference between the bank's clock and ours. */
const CLOCKS_APART_MS = 5 * millisecondsInMinute;

const callbackSchema = z.object({ type: z.enum(['payout', 'collection', 'refund']), reference: z.string() });

interface BankDeps {
  call: BankClient;
  /** Account at the bank that is debited or credited. */
  account: string;
  callbackUrl: string;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const settingsSchema = z
  .strictObject({
    url: z.url({ protocol: /^https?$/, error: 'must be an address such as https://api.bank.example' }),
    /** Our account at the bank. */
    account: z.string().min(1).max(64),
    keyId: z.string().min(1).max(64),
    secret: z.string().min(32, { error: 'must have at least 32 characters' }),
    timeoutMs: z.int().min(100).max(15_000).default(8_000),
    /** Sends card numbers unencrypted: only for a trusted private network. */
    allowHttp: z.boolean().default(false),
  })
  .refine(({ url, allowHttp }) => allowHttp || url.startsWith('https:') || LOOPBACK.includes(new URL(url).hostname), {
    path: ['url'],
    error: 'must begin with https, unless allowHttp is true or the bank is on this computer',
  });

/** A bank with the HTTP API described in docs/http-bank.md. */
export const httpBank = defineChannel({
  settings: settingsSchema,
  secrets: ['secret'],
  connect({ url, account, keyId, secret, timeoutMs, allowHttp }, { clock, callbackUrl }) {
    const address = url.replace(/\/+$/, '');
    const call = createBankClient({ url: address, keyId, secret, timeoutMs }, { clock });
    return {
      books: `${address} ${account}`,
      ...(allowHttp && { weakness: 'allowHttp: card numbers are sent to the bank unencrypted' }),
      payouts: bankPayouts({ call, account, callbackUrl }),
      collections: bankCollections({ call, account, callbackUrl }),
      refunds: bankRefunds({ call, account, callbackUrl }),
      readCallback: (callback) => readBankCallback(callback, { keyId, secret, clock }),
    };
  },
});

function bankCollections({ call, account, callbackUrl }: BankDeps): CollectionAdapter {
  const pathOf = (order: ChannelCollection) => `/v1/collections/${referenceOf(order)}`;
  const bodyOf = (order: ChannelCollection) => ({
    account,
    amount: order.payerAmount.toString(),
    currency: order.currency,
    subject: order.subject,
    payer_name: order.payerName,
    return_url: order.returnUrl,
    expires_at: order.expiresAt?.toISOString() ?? null,
    callback_url: callbackUrl,
  });
  return {
    async open(order, signal) {
      const answer = await call({ method: 'PUT', path: pathOf(order), body: bodyOf(order) }, signal);
      return standingOf(order, answer);
    },
    async ask(order, signal) {
      const answer = await call({ method: 'GET', path: pathOf(order) }, signal);
      return isNotFound(answer) ? { status: 'not_found' } : standingOf(order, answer);
    },
    async close(order, signal) {
      const answer = await call({ method: 'PUT', path: `${pathOf(order)}/closed`, body: bodyOf(order) }, signal);
      if (orderIn(bankCollectionSchema, answer, order).status === 'closed') return { status: 'closed' };
      const standing = standingOf(order, answer);
      if (standing.status === 'waiting') throw new Error("the bank hasn't closed the order");
      return standing;
    },
  };
}

/** The order's status. @throws {Error} if the paid amount differs from the expected one */
function standingOf(order: ChannelCollection, answer: BankAnswer): OpenAnswer {
  const found = orderIn(bankCollectionSchema, answer, order);
  switch (found.status) {
    case 'paid':
      checkSum(found, order.payerAmount, order.currency);
      return { status: 'success', channelOrderNo: found.id };
    case 'refused':
      return refusalOf(found.error);
    case 'closed':
      return { status: 'failed', errorCode: 'CLOSED', errorMessage: 'The bank has closed this order' };
    case 'waiting':
      return { status: 'waiting', payUrl: found.pay_url ?? null };
  }
}

function bankPayouts({ call, account, callbackUrl }: BankDeps): ChannelAdapter {
  return sendingTo('payouts', call, (payout) => ({
    amount: payout.payeeAmount,
    body: {
      account,
      amount: payout.payeeAmount.toString(),
      currency: payout.currency,
      payee: { name: payout.payeeName, account: payout.cardNumber, bank: payout.bankName, branch: payout.branchName },
      remark: payout.remark,
      callback_url: callbackUrl,
    },
  }));
}

function bankRefunds({ call, account, callbackUrl }: BankDeps): RefundAdapter {
  return sendingTo('refunds', call, (refund) => ({
    amount: refund.payerAmount,
    body: {
      account,
      collection: referenceOf({ merchantId: refund.merchantId, orderNo: refund.refundedOrderNo }),
      amount: refund.payerAmount.toString(),
      currency: refund.currency,
      reason: refund.reason,
      callback_url: callbackUrl,
    },
  }));
}

/**
 * Sends orders by `PUT /v1/<kind>/{reference}` and queries them by `GET`.
 * @param sentOf the values to send of an order, and the amount that the bank must confirm, in minor units
 */
function sendingTo<Sent extends ChannelOrder & { currency: string }>(
  kind: 'payouts' | 'refunds',
  call: BankClient,
  sentOf: (order: Sent) => { amount: bigint; body: object },
): SendingAdapter<Sent> {
  const pathOf = (order: ChannelOrder) => `/v1/${kind}/${referenceOf(order)}`;
  /** The final result, or null if it has none yet. @throws {Error} if the bank's order or amount is another */
  function outcomeOf(order: Sent, answer: BankAnswer) {
    const found = orderIn(bankPayoutSchema, answer, order);
    checkSum(found, sentOf(order).amount, order.currency);
    const { status, id, error } = found;
    if (status === 'paid') return { status: 'success' as const, channelOrderNo: id };
    return status === 'refused' ? refusalOf(error) : null;
  }

  return {
    async send(order, signal) {
      const answer = await call({ method: 'PUT', path: pathOf(order), body: sentOf(order).body }, signal);
      return outcomeOf(order, answer) ?? { status: 'accepted' };
    },
    async query(order, signal) {
      const answer = await call({ method: 'GET', path: pathOf(order) }, signal);
      if (isNotFound(answer)) return { status: 'not_found' };
      return outcomeOf(order, answer) ?? { status: 'processing' };
    },
  };
}

/** The order of a callback, or null if it isn't signed by the bank or its timestamp is more than five minutes off. */
function readBankCallback(
  { headers, body }: Callback,
  { keyId, secret, clock }: { keyId: string; secret: string; clock: Clock },
): CallbackOrder[] | null {
  const [key, timestamp = '', nonce = '', signature = ''] = Object.values(SIGNATURE_HEADERS).map(
    (name) => headers[name],
  );
  const isOurs =
    isSignedByBank(secret, { kind: 'callback', timestamp, nonce, about: '', body }, signature) && key === keyId;
  const isNow = Math.abs(Number(timestamp) * 1000 - clock.now().getTime()) <= CLOCKS_APART_MS;
  if (!isOurs || !isNow) return null;
  const { type, reference } = callbackSchema.parse(JSON.parse(body.toString('utf8')));
  const order = orderOf(reference);
  return order ? [{ ...order, type }] : [];
}
