import type { DemoCurrency } from '../tenants.ts';

/** What people write when they ask for something or decide about it. */
export interface Phrases {
  depositRemarks: readonly string[];
  depositRejections: readonly string[];
  withdrawalRemarks: readonly string[];
  withdrawalRejections: readonly string[];
  paymentRejections: readonly string[];
  inFavour: readonly string[];
  againstIt: readonly string[];
  adjustmentRejections: readonly string[];
  batchFiles: readonly string[];
}

export const PHRASES: Record<DemoCurrency, Phrases> = {
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
  },
};
