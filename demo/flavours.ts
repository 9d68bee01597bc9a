import type { Selectable } from 'kysely';
import type { ChannelsTable } from '#server/db/schema.ts';
import type { Rhythm } from './moments.ts';
import type { Random } from './random.ts';
import type { DemoCurrency } from './tenants.ts';

type Bounds = Pick<Selectable<ChannelsTable>, 'min_amount' | 'max_amount'>;

/** Typical order data of a currency. All people, goods and banks are invented. */
export interface Flavour {
  familyNames: readonly string[];
  givenNames: readonly string[];
  /** Separator of given and family name. */
  nameSeparator: string;
  banks: readonly { name: string; branches: readonly string[]; accountPrefix: string; accountLength: number }[];
  orderErrors: readonly { code: string; message: string }[];
  payoutErrors: readonly { code: string; message: string }[];
  payoutRemarks: readonly string[];
  /** Prices cluster: multiples of `step` plus `ending`, in minor units. */
  priceSteps: readonly { share: number; step: number; ending: number }[];
  /** Payouts are multiples of this, in minor units. */
  payoutStep: bigint;
  shopping: Rhythm;
  office: Rhythm;
}

const shopping = {
  byHour: [
    ...[0.45, 0.28, 0.18, 0.13, 0.12, 0.16, 0.3, 0.55, 0.85, 1.1, 1.25, 1.35],
    ...[1.45, 1.3, 1.2, 1.2, 1.2, 1.25, 1.35, 1.6, 1.85, 1.9, 1.6, 0.95],
  ],
  byWeekday: [1.22, 0.95, 0.94, 0.95, 0.98, 1.08, 1.25],
  growth: 1.7,
  unrest: 0.12,
};

const office = {
  byHour: [
    ...[0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.1, 0.4, 1.6, 2.4, 2.2],
    ...[1.1, 1.5, 2.2, 2.4, 2.6, 2.1, 1.1, 0.6, 0.4, 0.3, 0.2, 0.1],
  ],
  byWeekday: [0.15, 1.2, 1.15, 1.1, 1.15, 1.35, 0.3],
  saleDays: {},
  growth: 1.7,
  unrest: 0.25,
};

const words = (text: string) => text.split(' ');

export const FLAVOURS: Record<DemoCurrency, Flavour> = {
  CNY: {
    familyNames: words('王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧'),
    givenNames: words(
      '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀英 霞 平 刚 桂英 子涵 浩然 雨桐 欣怡 梓轩 诗涵 宇航 思远',
    ),
    nameSeparator: '',
    banks: [
      {
        name: '云川银行',
        branches: ['上海分行营业部', '杭州西湖支行', '广州天河支行'],
        accountPrefix: '6299',
        accountLength: 19,
      },
      { name: '海棠银行', branches: ['深圳南山支行', '宁波鄞州支行'], accountPrefix: '6298', accountLength: 19 },
      { name: '北辰银行', branches: ['北京朝阳支行', '天津滨海支行'], accountPrefix: '6297', accountLength: 16 },
      { name: '青岚商业银行', branches: ['成都高新支行', '重庆江北支行'], accountPrefix: '6296', accountLength: 19 },
    ],
    orderErrors: [
      { code: 'INSUFFICIENT_FUNDS', message: '付款账户余额不足' },
      { code: 'PAYER_CANCELLED', message: '用户取消支付' },
      { code: 'RISK_DECLINED', message: '交易存在风险，通道已拒绝' },
      { code: 'LIMIT_EXCEEDED', message: '超出单日支付限额' },
    ],
    payoutErrors: [
      { code: 'ACCOUNT_NOT_FOUND', message: '收款账号不存在' },
      { code: 'NAME_MISMATCH', message: '收款户名与账号不符' },
      { code: 'BANK_MAINTENANCE', message: '收款银行系统维护' },
    ],
    payoutRemarks: ['供应商货款', '门店备用金', '退款', '推广佣金', '物流费用'],
    priceSteps: [
      { share: 30, step: 100, ending: 0 },
      { share: 25, step: 1_000, ending: 990 },
      { share: 15, step: 5_000, ending: 0 },
      { share: 30, step: 1, ending: 0 },
    ],
    payoutStep: 10_000n,
    shopping: { ...shopping, saleDays: { '06-18': 1.9, '11-11': 2.4, '12-12': 1.4 } },
    office,
  },
  JPY: {
    familyNames: words(
      '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 松本 井上 木村 清水 森 池田 橋本',
    ),
    givenNames: words(
      '陽菜 結衣 美咲 葵 さくら 健一 大輔 翔太 拓也 直樹 恵子 裕子 明美 真由美 蓮 悠真 湊 颯太 七海 彩花',
    ),
    nameSeparator: ' ',
    banks: [
      { name: '白樺銀行', branches: ['丸の内支店', '札幌支店'], accountPrefix: '0791', accountLength: 14 },
      { name: '灯台銀行', branches: ['横浜支店', '神戸支店'], accountPrefix: '0792', accountLength: 14 },
      { name: '青葉台信用金庫', branches: ['本店営業部', '渋谷支店'], accountPrefix: '1891', accountLength: 14 },
    ],
    orderErrors: [
      { code: 'INSUFFICIENT_FUNDS', message: '残高不足です' },
      { code: 'PAYER_CANCELLED', message: 'お客様が支払いを中止しました' },
      { code: 'CARD_DECLINED', message: 'カード会社が取引を承認しませんでした' },
    ],
    payoutErrors: [
      { code: 'ACCOUNT_NOT_FOUND', message: '該当する口座がありません' },
      { code: 'NAME_MISMATCH', message: '口座名義が一致しません' },
    ],
    payoutRemarks: ['仕入代金', '返金', '配送費', '広告費'],
    priceSteps: [
      { share: 35, step: 100, ending: 0 },
      { share: 25, step: 100, ending: 80 },
      { share: 20, step: 100, ending: 98 },
      { share: 20, step: 1, ending: 0 },
    ],
    payoutStep: 1_000n,
    shopping: { ...shopping, saleDays: { '12-24': 1.5, '01-02': 1.6, '07-07': 1.3 } },
    office,
  },
};

/** Draws a price in minor units: log-normal around the shop's median, rounded to typical price points. */
export function drawPrice(random: Random, median: number, flavour: Flavour, bounds: Bounds): bigint {
  const { step, ending } = random.weighted(flavour.priceSteps, ({ share }) => share);
  const price = Math.round((random.logNormal(median, 1) - ending) / step) * step + ending;
  return within(BigInt(Math.max(price, 1)), bounds);
}

/**
 * Draws the amount of a payout. The median is eight orders' worth: at one payout per eight orders, most of what comes
 * in goes out again.
 *
 * @param available balance including the fee, in minor units
 * @returns null if the balance is too low for a payout
 */
export function drawPayoutAmount(
  random: Random,
  median: number,
  { payoutStep }: Flavour,
  bounds: Bounds,
  available: bigint,
): bigint | null {
  const wished = BigInt(Math.round(random.logNormal(median * 8, 0.8)));
  const affordable = wished < available / 2n ? wished : available / 2n;
  const amount = within((affordable / payoutStep) * payoutStep, { ...bounds, min_amount: 0n });
  return amount < bounds.min_amount ? null : amount;
}

function within(amount: bigint, { min_amount, max_amount }: Bounds): bigint {
  if (amount < min_amount) return min_amount;
  return amount > max_amount ? max_amount : amount;
}
