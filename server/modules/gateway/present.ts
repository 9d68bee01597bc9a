import type { CollectData, PayoutData } from '#shared/contract/gateway.ts';
import { debitAmount } from '#shared/money/fee.ts';
import type { FoundOrder, FoundPayout } from './found.ts';

/** An order as its merchant's server is told of it. */
export function presentOrder(order: FoundOrder): CollectData {
  const { amount, fee, deduction, arrival_amount, pay_url, status, expires_at, succeeded_at } = order;
  return {
    ...{ type: 'collect', ...common(order), merchant_order_no: order.merchant_order_no },
    payer_amount: String(debitAmount(amount, fee, deduction)),
    arrival_amount: String(arrival_amount),
    ...{
      pay_url,
      status,
      expires_at: expires_at?.toISOString() ?? null,
      succeeded_at: succeeded_at?.toISOString() ?? null,
    },
  };
}

/** The same of a payout. */
export function presentPayout(payout: FoundPayout): PayoutData {
  const { debit_amount, payee_name, card_number_masked, bank_name, status, finished_at } = payout;
  return {
    ...{ type: 'payout', ...common(payout), merchant_order_no: payout.merchant_order_no ?? '' },
    ...{ debit_amount: String(debit_amount), payee_name, card_number: card_number_masked, bank_name },
    ...{ status, finished_at: finished_at?.toISOString() ?? null },
  };
}

function common(row: FoundOrder | FoundPayout) {
  const { order_no, channel_code, currency, amount, fee, channel_order_no, error_code, error_msg, created_at } = row;
  return {
    ...{ order_no, channel: channel_code, currency, amount: String(amount), fee: String(fee) },
    ...{ channel_order_no, error_code, error_msg, created_at: created_at.toISOString() },
  };
}
