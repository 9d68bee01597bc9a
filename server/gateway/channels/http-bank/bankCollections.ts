import type { ChannelCollection, CollectionAdapter, OpenAnswer } from '../CollectionAdapter.ts';
import { bankCollectionSchema, checkSum, isNotFound, orderIn, referenceOf, refusalOf } from './bankOrder.ts';
import type { BankAnswer, BankClient } from './createBankClient.ts';

interface BankCollectionsMeans {
  call: BankClient;
  /** Account at the bank that is credited. */
  account: string;
  callbackUrl: string;
}

export function bankCollections({ call, account, callbackUrl }: BankCollectionsMeans): CollectionAdapter {
  const pathOf = (order: ChannelCollection) => `/v1/collections/${referenceOf(order)}`;
  const bodyOf = (order: ChannelCollection) => ({
    ...{ account, amount: order.payerAmount.toString(), currency: order.currency },
    ...{ subject: order.subject, payer_name: order.payerName, return_url: order.returnUrl },
    ...{ expires_at: order.expiresAt?.toISOString() ?? null, callback_url: callbackUrl },
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
      if (standing.status === 'waiting') throw new Error('the bank has not closed the order');
      return standing;
    },
  };
}

/** How the order stands. @throws {Error} if another sum was paid than the payer was to pay */
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
