import { millisecondsInMinute, millisecondsInHour } from 'date-fns/constants';
import type { LedgerTransaction } from '#server/ledger/post.ts';
import type { LedgerEvent } from '#server/ledger/postings.ts';
import type { OutflowRow } from '#server/money/approvals.ts';
import type { OrderRow } from '../drawOrder.ts';
import type { DrawnPayout, PayoutRow } from '../drawPayout.ts';
import type { PassedBy } from '#server/modules/payouts/service.ts';
import { moments } from '../moments.ts';
import type { Outflows } from '../Outflows.ts';
import type { ShopChannel, Shop } from '../shop.ts';
import { type Step, type Row, stepOf } from '../Step.ts';
import type { DemoCurrency } from '../tenants.ts';

/** Remarks that users write on requests and decisions. */
interface Phrases {
  depositRemarks: readonly string[];
  depositRejections: readonly string[];
  withdrawalRemarks: readonly string[];
  withdrawalRejections: readonly string[];
  paymentRejections: readonly string[];
  inFavour: readonly string[];
  againstIt: readonly string[];
  adjustmentRejections: readonly string[];
  batchFiles: readonly string[];
  refundReasons: readonly string[];
}

const PHRASES: Record<DemoCurrency, Phrases> = {
  CNY: {
    depositRemarks: ['备付金充值', '大促前充值', '月度充值'],
    depositRejections: ['未收到对应汇款', '汇款户名与申请不一致'],
    withdrawalRemarks: ['日常提现', '发放工资', '季度结算'],
    withdrawalRejections: ['请先补充银行卡证明材料', '账户信息待核实'],
    paymentRejections: ['金额与合同不符', '收款信息有误，请核对后重新提交', '重复申请'],
    inFavour: ['手续费多收退回', '活动补贴', '通道差错补款'],
    againstIt: ['重复入账冲回', '补扣上月服务费'],
    adjustmentRejections: ['缺少对账依据'],
    batchFiles: ['供应商付款.xlsx', '推广佣金.csv', '门店备用金.xlsx', '物流结算.csv'],
    refundReasons: ['顾客退货', '商品缺货', '重复付款', '服务未提供'],
  },
  JPY: {
    depositRemarks: ['運転資金の入金', 'セール前の入金', '月次の入金'],
    depositRejections: ['入金を確認できませんでした', '振込名義が申請と異なります'],
    withdrawalRemarks: ['売上の出金', '給与支払い用', '四半期の精算'],
    withdrawalRejections: ['口座の確認書類をご提出ください', '口座情報を確認中です'],
    paymentRejections: ['金額が契約と一致しません', '振込先をご確認のうえ再申請してください', '二重の申請です'],
    inFavour: ['手数料の過徴収分の返金', 'キャンペーン補助', '障害による不足分の補填'],
    againstIt: ['二重入金の取り消し', '前月利用料の追加徴収'],
    adjustmentRejections: ['照合資料が足りません'],
    batchFiles: ['仕入先支払.xlsx', '報酬支払.csv', '配送費精算.csv'],
    refundReasons: ['お客様による返品', '在庫切れ', '二重支払い', 'サービス未提供'],
  },
};

/** Dependencies of the parts of a shop's history. */
export interface Desk {
  shop: Shop;
  /** Balance of the wallet at this point of the history, in minor units. */
  available(): bigint;
  /** Books an event on the wallet. */
  booked(event: LedgerEvent, order: { id: string; no: string }, at: number): LedgerTransaction;
  /** Schedules `happening`. @param at a later time of the history */
  plan(at: number, happening: () => Step): void;
  /** Cards for withdrawals; filled as cards are added. */
  cards: Row<'bankcards'>[];
  /** Saved payees; filled as they are saved. */
  payees: Row<'payees'>[];
  /** Recent successful orders without a refund. */
  paid: OrderRow[];
  /** What passed without approval; filled as it passes. */
  outflows: Outflows;
}

export const phrasesOf = ({ tenant }: Shop): Phrases => PHRASES[tenant.currency];

/** That many hours before the end of the period, but not before its beginning. */
export function hoursBeforeEnd({ from, to }: Shop, hours: number): number {
  return Math.max(to - Math.round(hours * millisecondsInHour), from + 1);
}

/** Some minutes after a moment, but before the end of the period. */
export function minutesAfter({ to }: Shop, at: number, minutes: number): number {
  return Math.floor(Math.min(at + minutes * millisecondsInMinute, at + (to - at) * 0.9));
}

/** @throws {RangeError} if the tenant has no such channel */
export function requestChannel({ requestChannels, tenant }: Shop, type: 'deposit' | 'withdrawal'): ShopChannel['row'] {
  const channel = requestChannels.find((one) => one.type === type);
  if (!channel) throw new RangeError(`${tenant.merchantNo} has no ${type} channel`);
  return channel;
}

/** A random one of some users, or null if there are none. */
export function randomUser({ random }: Shop, ids: readonly string[]): string | null {
  return ids.length === 0 ? null : random.pick(ids);
}

/** A user who may approve what a user requests, or null if there is none. */
export function approverFor(shop: Shop, makerId: string): string | null {
  return randomUser(
    shop,
    shop.approverIds.filter((id) => id !== makerId),
  );
}

/**
 * About `wished`, at most `most`, rounded to the shop's payout step. Minor units.
 * @returns null if the channel accepts nothing that small
 */
export function roundAmount(
  { flavour }: Shop,
  wished: number,
  most: bigint,
  { min_amount, max_amount }: Pick<ShopChannel['row'], 'min_amount' | 'max_amount'>,
): bigint | null {
  const upper = most < max_amount ? most : max_amount;
  const amount = BigInt(Math.round(wished)) < upper ? BigInt(Math.round(wished)) : upper;
  const rounded = (amount / flavour.payoutStep) * flavour.payoutStep;
  if (rounded >= min_amount) return rounded;
  return min_amount <= upper ? min_amount : null;
}

/**
 * Plans `count` requests over the period, in office hours, cycling through the outcomes.
 * @param arrive makes the change of a moment whose final state is this outcome
 */
export function planEvenly<Outcome>(
  { shop, plan }: Desk,
  count: number,
  outcomes: readonly Outcome[],
  arrive: (at: number, outcome: Outcome) => Step,
): void {
  const times = moments(shop.random, Math.round(count), { ...shop, rhythm: shop.flavour.office });
  for (const [index, at] of [...times].entries()) {
    const outcome = outcomes[index % outcomes.length];
    if (outcome !== undefined) plan(at, () => arrive(at, outcome));
  }
}

/**
 * A payout freezes its amount immediately, and gets its result later, if ever.
 * @param passedBy who got it through without approval, or null
 */
export function startPayout(
  desk: Desk,
  open: PayoutRow,
  { settled, settledAt }: Pick<DrawnPayout, 'settled' | 'settledAt'>,
  passedBy: PassedBy | null,
): Step {
  if (settledAt < desk.shop.to) {
    desk.plan(settledAt, () => {
      const kind = settled.status === 'success' ? 'payout_succeeded' : 'payout_released';
      return stepOf({
        payouts: [settled],
        transactions: [desk.booked({ kind, ...charge(settled) }, of(settled), settledAt)],
      });
    });
  }
  const at = open.created_at.getTime();
  return stepOf({
    payouts: [open],
    transactions: [desk.booked({ kind: 'payout_frozen', ...charge(open) }, of(open), at)],
    outflows: passedBy ? passing(desk, { kind: 'payout', ...open }, passedBy, settled.status === 'failed') : [],
  });
}

/** Counts what passes without approval. @returns its row, unless it fails later */
export function passing(
  { outflows }: Desk,
  { merchant_id, id: record_id, kind, currency, amount, created_at: at }: Passing,
  { makerId: maker_id, account }: PassedBy,
  fails: boolean,
): OutflowRow[] {
  const row = { merchant_id, record_id, kind, maker_id, account, currency, amount, at };
  outflows.add(row);
  return fails ? [] : [row];
}

type Passing = Pick<PayoutRow, 'merchant_id' | 'id' | 'currency' | 'amount' | 'created_at'> & Pick<OutflowRow, 'kind'>;

const charge = ({ amount, fee, deduction }: PayoutRow) => ({ amount, fee, deduction });

const of = ({ id, order_no: no }: PayoutRow) => ({ id, no });
