import { minutesInDay } from 'date-fns/constants';
import type { Selectable } from 'kysely';
import type { ChannelsTable } from '#server/db/schema.ts';
import type { Instructions } from '#server/db/tables/columns.ts';
import { NO_INSTRUCTIONS } from '#server/money/instructions.ts';
import type { DemoCurrency } from './tenants.ts';

/** Order traffic of a channel; null if the demo has no orders of its type. */
export interface Traffic {
  /** Weight against the other channels of the same type and currency. */
  share: number;
  /** Median time until an order has its result. */
  medianMinutes: number;
  /** Time after which an unpaid order is closed. Not for payouts. */
  lifetimeMinutes: number;
  /** Fraction of the period after which the channel is switched off. */
  until: number;
}

type Channel = Selectable<ChannelsTable>;

/** Fees of the platform. */
type Terms = Pick<Channel, 'rate_bps' | 'fixed_fee' | 'min_fee' | 'max_fee' | 'deduction' | 'refund_fee'>;

/** The columns of a channel with the platform's own rates, and its traffic. */
interface DemoChannel
  extends Terms, Instructions, Pick<Channel, 'code' | 'name' | 'type' | 'min_amount' | 'max_amount'> {
  currency: DemoCurrency;
  traffic: Traffic | null;
}

/** Defaults: no fee, taken from the amount and kept on refunds; the only channel of its type, which answers in 20 seconds. */
const channelIn =
  (currency: DemoCurrency) =>
  (
    type: Channel['type'],
    code: string,
    name: string,
    [min_amount, max_amount]: [bigint, bigint],
    {
      share = 1,
      medianMinutes = 0.3,
      lifetimeMinutes = 30,
      until = 1,
      ...terms
    }: Partial<Terms & Traffic & Instructions> = {},
  ): DemoChannel => ({
    code,
    name,
    currency,
    type,
    min_amount,
    max_amount,
    rate_bps: 0,
    fixed_fee: 0n,
    min_fee: null,
    max_fee: null,
    deduction: 'inner',
    refund_fee: 'keep',
    ...NO_INSTRUCTIONS,
    ...terms,
    traffic: type === 'collection' || type === 'payout' ? { share, medianMinutes, lifetimeMinutes, until } : null,
  });

const cny = channelIn('CNY');
const jpy = channelIn('JPY');

export const DEMO_CHANNELS: readonly DemoChannel[] = [
  cny('collection', 'cn_qr_yun', '云付扫码', [100n, 5_000_000n], {
    rate_bps: 38,
    refund_fee: 'return_in_proportion',
    share: 42,
  }),
  cny('collection', 'cn_qr_xin', '信付扫码', [100n, 5_000_000n], { rate_bps: 38, refund_fee: 'return', share: 33 }),
  cny('collection', 'cn_card_quick', '银行卡快捷支付', [100n, 2_000_000n], { rate_bps: 55, min_fee: 10n, share: 14 }),
  cny('collection', 'cn_bank_transfer', '银行转账', [5_000n, 20_000_000n], {
    rate_bps: 10,
    fixed_fee: 100n,
    min_fee: 200n,
    max_fee: 5_000n,
    deduction: 'outer',
    refund_fee: 'return_in_proportion',
    share: 14,
    medianMinutes: 45,
    lifetimeMinutes: minutesInDay,
  }),
  cny('collection', 'cn_h5_classic', '手机网页支付（旧版）', [100n, 1_000_000n], {
    rate_bps: 60,
    share: 12,
    until: 0.45,
  }),
  cny('payout', 'cn_payout_bank', '代付到银行卡', [1_000n, 5_000_000n], {
    fixed_fee: 200n,
    deduction: 'outer',
    share: 80,
    medianMinutes: 25,
  }),
  cny('payout', 'cn_payout_wallet', '代付到钱包', [100n, 2_000_000n], {
    rate_bps: 20,
    min_fee: 10n,
    max_fee: 2_500n,
    share: 20,
    medianMinutes: 2,
  }),
  cny('deposit', 'cn_deposit_bank', '对公转账充值', [10_000n, 500_000_000n], {
    bank_name: '江海示例银行',
    account_holder: '晨桥支付有限公司',
    account_number: '6100 2200 0088 0001 23',
    branch_name: '上海分行',
    reference: '充值',
  }),
  cny('withdrawal', 'cn_withdraw_bank', '提现到对公账户', [10_000n, 100_000_000n], {
    fixed_fee: 500n,
    deduction: 'outer',
  }),
  jpy('collection', 'jp_qr', 'コード決済', [100n, 500_000n], {
    rate_bps: 270,
    refund_fee: 'return_in_proportion',
    share: 38,
  }),
  jpy('collection', 'jp_card', 'カード決済', [100n, 1_000_000n], { rate_bps: 320, refund_fee: 'return', share: 24 }),
  jpy('collection', 'jp_konbini', 'コンビニ払い', [200n, 300_000n], {
    rate_bps: 250,
    min_fee: 120n,
    deduction: 'outer',
    share: 24,
    medianMinutes: 150,
    lifetimeMinutes: minutesInDay,
  }),
  jpy('collection', 'jp_net_bank', 'ネットバンキング収納', [500n, 1_000_000n], {
    rate_bps: 180,
    min_fee: 100n,
    max_fee: 3_000n,
    share: 14,
    medianMinutes: 20,
    lifetimeMinutes: minutesInDay,
  }),
  jpy('payout', 'jp_payout_bank', '銀行振込', [1_000n, 10_000_000n], {
    fixed_fee: 220n,
    deduction: 'outer',
    medianMinutes: 40,
  }),
  jpy('deposit', 'jp_deposit_bank', '銀行振込入金', [10_000n, 100_000_000n], {
    bank_name: '見本銀行',
    account_holder: 'シンキョウペイ（カ',
    account_number: '0001234',
    branch_name: '本店営業部（普通預金）',
  }),
  jpy('withdrawal', 'jp_withdraw_bank', '登録口座への出金', [5_000n, 50_000_000n], {
    fixed_fee: 250n,
    deduction: 'outer',
  }),
];
