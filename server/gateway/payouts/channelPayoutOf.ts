import { arrivalAmount } from '#shared/money/fee.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Payout } from '#server/modules/payouts/service.ts';
import type { ChannelPayout } from '../channels/ChannelAdapter.ts';

/** What a channel is told of a payout. @throws WrongDataKeyError */
export function channelPayoutOf(payout: Payout, cipher: Cipher): ChannelPayout {
  const { amount, fee, deduction, currency, remark } = payout;
  return {
    ...{ merchantId: payout.merchant_id, orderNo: payout.order_no, amount, currency, remark },
    payeeAmount: arrivalAmount(amount, fee, deduction),
    payeeName: payout.payee_name,
    cardNumber: cipher.decrypt(payout.card_number),
    ...{ bankName: payout.bank_name, branchName: payout.branch_name },
  };
}
