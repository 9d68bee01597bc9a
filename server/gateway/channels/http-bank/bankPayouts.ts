import type { ChannelAdapter } from '../ChannelAdapter.ts';
import { bankPayoutSchema, checkSum, isNotFound, orderIn, referenceOf, refusalOf } from './bankOrder.ts';
import type { BankClient } from './createBankClient.ts';

interface BankPayoutsMeans {
  call: BankClient;
  /** Account at the bank that is charged. */
  account: string;
  callbackUrl: string;
}

export function bankPayouts({ call, account, callbackUrl }: BankPayoutsMeans): ChannelAdapter {
  const pathOf = (order: Parameters<typeof referenceOf>[0]) => `/v1/payouts/${referenceOf(order)}`;
  return {
    async send(payout, signal) {
      const body = {
        ...{ account, amount: payout.payeeAmount.toString(), currency: payout.currency },
        payee: {
          ...{ name: payout.payeeName, account: payout.cardNumber },
          ...{ bank: payout.bankName, branch: payout.branchName },
        },
        ...{ remark: payout.remark, callback_url: callbackUrl },
      };
      const answer = await call({ method: 'PUT', path: pathOf(payout), body }, signal);
      const found = orderIn(bankPayoutSchema, answer, payout);
      checkSum(found, payout.payeeAmount, payout.currency);
      return outcomeOf(found) ?? { status: 'accepted' };
    },
    async query(order, signal) {
      const answer = await call({ method: 'GET', path: pathOf(order) }, signal);
      if (isNotFound(answer)) return { status: 'not_found' };
      return outcomeOf(orderIn(bankPayoutSchema, answer, order)) ?? { status: 'processing' };
    },
  };
}

/** How it ended, or null while it hasn't. */
function outcomeOf({ status, id, error }: ReturnType<typeof bankPayoutSchema.parse>) {
  if (status === 'paid') return { status: 'success' as const, channelOrderNo: id };
  return status === 'refused' ? refusalOf(error) : null;
}
