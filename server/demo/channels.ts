import { minutesInDay } from 'date-fns/constants';
import type { Deduction } from '#shared/money/fee.ts';
import type { RefundFee } from '#shared/money/refundFee.ts';
import type { DemoCurrency } from './tenants.ts';

/** Order traffic of a channel; null if the demo has no orders of its type. */
interface Traffic {
  /** Weight against the other channels of the same type and currency. */
  share: number;
  /** Median time until an order has its result. */
  medianMinutes: number;
  /** Time after which an unpaid order is closed. Not for payouts. */
  lifetimeMinutes: number;
  /** Fraction of the period after which the channel is switched off. */
  until: number;
}

/** A channel with the platform's own rates. Amounts in minor units. */
export interface DemoChannel {
  code: string;
  name: string;
  currency: DemoCurrency;
  type: 'collection' | 'payout' | 'deposit' | 'withdrawal';
  rateBps: number;
  fixedFee: bigint;
  minFee: bigint | null;
  maxFee: bigint | null;
  deduction: Deduction;
  refundFee: RefundFee;
  minAmount: bigint;
  maxAmount: bigint;
  traffic: Traffic | null;
}

type Details = Partial<
  Omit<DemoChannel, 'code' | 'name' | 'currency' | 'type' | 'minAmount' | 'maxAmount' | 'traffic'>
>;

/** Defaults: no fee, taken from the amount and kept on refunds; the only channel of its type, which answers in 20 seconds. */
const channelIn =
  (currency: DemoCurrency) =>
  (
    type: DemoChannel['type'],
    code: string,
    name: string,
    [minAmount, maxAmount]: [minAmount: bigint, maxAmount: bigint],
    { share = 1, medianMinutes = 0.3, lifetimeMinutes = 30, until = 1, ...terms }: Details & Partial<Traffic> = {},
  ): DemoChannel => ({
    code,
    name,
    currency,
    type,
    minAmount,
    maxAmount,
    rateBps: 0,
    fixedFee: 0n,
    minFee: null,
    maxFee: null,
    deduction: 'inner',
    refundFee: 'keep',
    ...terms,
    traffic: type === 'collection' || type === 'payout' ? { share, medianMinutes, lifetimeMinutes, until } : null,
  });

const cny = channelIn('CNY');
const jpy = channelIn('JPY');

export const DEMO_CHANNELS: readonly DemoChannel[] = [
  cny('collection', 'cn_qr_yun', '云付扫码', [100n, 5_000_000n], {
    rateBps: 38,
    refundFee: 'return_in_proportion',
    share: 42,
  }),
  cny('collection', 'cn_qr_xin', '信付扫码', [100n, 5_000_000n], { rateBps: 38, refundFee: 'return', share: 33 }),
  cny('collection', 'cn_card_quick', '银行卡快捷支付', [100n, 2_000_000n], { rateBps: 55, minFee: 10n, share: 14 }),
  cny('collection', 'cn_bank_transfer', '银行转账', [5_000n, 20_000_000n], {
    rateBps: 10,
    fixedFee: 100n,
    minFee: 200n,
    maxFee: 5_000n,
    deduction: 'outer',
    refundFee: 'return_in_proportion',
    share: 14,
    medianMinutes: 45,
    lifetimeMinutes: minutesInDay,
  }),
  cny('collection', 'cn_h5_classic', '手机网页支付（旧版）', [100n, 1_000_000n], {
    rateBps: 60,
    share: 12,
    until: 0.45,
  }),
  cny('payout', 'cn_payout_bank', '代付到银行卡', [1_000n, 5_000_000n], {
    fixedFee: 200n,
    deduction: 'outer',
    share: 80,
    medianMinutes: 25,
  }),
  cny('payout', 'cn_payout_wallet', '代付到钱包', [100n, 2_000_000n], {
    rateBps: 20,
    minFee: 10n,
    maxFee: 2_500n,
    share: 20,
    medianMinutes: 2,
  }),
  cny('deposit', 'cn_deposit_bank', '对公转账充值', [10_000n, 500_000_000n]),
  cny('withdrawal', 'cn_withdraw_bank', '提现到对公账户', [10_000n, 100_000_000n], {
    fixedFee: 500n,
    deduction: 'outer',
  }),
  jpy('collection', 'jp_qr', 'コード決済', [100n, 500_000n], {
    rateBps: 270,
    refundFee: 'return_in_proportion',
    share: 38,
  }),
  jpy('collection', 'jp_card', 'カード決済', [100n, 1_000_000n], { rateBps: 320, refundFee: 'return', share: 24 }),
  jpy('collection', 'jp_konbini', 'コンビニ払い', [200n, 300_000n], {
    rateBps: 250,
    minFee: 120n,
    deduction: 'outer',
    share: 24,
    medianMinutes: 150,
    lifetimeMinutes: minutesInDay,
  }),
  jpy('collection', 'jp_net_bank', 'ネットバンキング収納', [500n, 1_000_000n], {
    rateBps: 180,
    minFee: 100n,
    maxFee: 3_000n,
    share: 14,
    medianMinutes: 20,
    lifetimeMinutes: minutesInDay,
  }),
  jpy('payout', 'jp_payout_bank', '銀行振込', [1_000n, 10_000_000n], {
    fixedFee: 220n,
    deduction: 'outer',
    medianMinutes: 40,
  }),
  jpy('deposit', 'jp_deposit_bank', '銀行振込入金', [10_000n, 100_000_000n]),
  jpy('withdrawal', 'jp_withdraw_bank', '登録口座への出金', [5_000n, 50_000_000n], {
    fixedFee: 250n,
    deduction: 'outer',
  }),
];
