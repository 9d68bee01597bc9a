import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import type { ChannelOrder } from '../ChannelAdapter.ts';
import type { BankAnswer } from './createBankClient.ts';

const common = {
  reference: z.string(),
  /** The bank's own ID. */
  id: z.string().min(1).max(64),
  /** Minor units. */
  amount: z.string().regex(/^\d{1,19}$/),
  currency: z.string(),
  /** Reason of a rejection. */
  error: z.object({ code: z.string().max(64), message: z.string().max(500) }).nullish(),
};

/** A payout, or a refund. */
export const bankPayoutSchema = z.object({ ...common, status: z.enum(['accepted', 'paid', 'refused']) });
export const bankCollectionSchema = z.object({
  ...common,
  status: z.enum(['waiting', 'paid', 'refused', 'closed']),
  pay_url: z.url({ protocol: /^https?$/ }).nullish(),
});

/** The bank has at most one order per reference. */
export function referenceOf({ merchantId, orderNo }: ChannelOrder): string {
  return `${merchantId}.${orderNo}`;
}

/** The order of a reference, or null if it isn't ours. */
export function orderOf(reference: string): ChannelOrder | null {
  const [merchantId = '', ...rest] = reference.split('.');
  const orderNo = rest.join('.');
  return isUuid(merchantId) && orderNo !== '' ? { merchantId, orderNo } : null;
}

/**
 * The order in the bank's response.
 * @throws {Error} if it contains none or another one, which leaves the outcome unknown
 */
export function orderIn<Order extends { reference: string }>(
  schema: z.ZodType<Order>,
  { status, body }: BankAnswer,
  order: ChannelOrder,
): Order {
  if (status !== 200) throw new Error(`HTTP ${status}`);
  const found = schema.parse(body);
  if (found.reference !== referenceOf(order)) throw new Error("the bank's response is about another order");
  return found;
}

/** @throws {Error} if the bank's amount or currency differs */
export function checkSum(found: { amount: string; currency: string }, amount: bigint, currency: string): void {
  if (BigInt(found.amount) === amount && found.currency === currency) return;
  throw new Error(`the bank has ${found.amount} ${found.currency} instead of ${amount} ${currency}`);
}

/** True if the bank has never received the order. */
export function isNotFound({ status, body }: BankAnswer): boolean {
  return status === 404 && z.object({ error: z.object({ code: z.literal('not_found') }) }).safeParse(body).success;
}

/** The bank's reason for rejecting an order. */
export function refusalOf(error: { code: string; message: string } | null | undefined) {
  const { code, message } = error ?? { code: 'REFUSED', message: 'The bank has refused this order' };
  return { status: 'failed' as const, errorCode: code, errorMessage: message };
}
