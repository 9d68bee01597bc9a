/** Goods that the shops sell. */

const FRESH = [
  ...['水果礼盒 5 斤装', '有机蔬菜周套餐', '冷鲜牛排两份', '东北大米 10kg', '纯牛奶整箱', '土鸡蛋 30 枚'],
  ...['大闸蟹礼券', '三文鱼中段 500g', '车厘子 2kg', '鲜切花束'],
];

const DIGITAL = [
  ...['蓝牙耳机', '快充数据线', '机械键盘', '平板保护壳', '智能手环', '家用路由器', '便携显示器', '固态硬盘 1TB'],
  ...['无线鼠标', '延保服务一年'],
];

const GOODS = {
  fresh: FRESH,
  digital: DIGITAL,
  general: [...FRESH, ...DIGITAL, '现磨咖啡豆 454g', '坚果礼盒', '会员年卡', '家政保洁 3 小时', '图书三本', '保温杯'],
  japanese: [
    ...[
      '有機野菜セット',
      'コーヒー豆 200g',
      '抹茶スイーツ詰め合わせ',
      '綿のタオル 3 枚',
      '保湿クリーム',
      'ワイヤレスイヤホン',
    ],
    ...['文庫本 5 冊', '子ども用レインコート', '鉄瓶', '定期便 1 か月分', 'チーズ詰め合わせ', '陶器マグカップ'],
  ],
} as const;

/** The tenants of the demo. All names are invented, all domains end in `.example`. */

export type DemoCurrency = 'CNY' | 'JPY';

export interface DemoTenant {
  merchantNo: string;
  type: 'platform' | 'merchant';
  /** `merchant_no` of the parent merchant, which comes earlier in the list. */
  parent: string | null;
  name: string;
  shortName: string;
  contactName: string;
  phone: string;
  domain: string;
  currency: DemoCurrency;
  /** Payments above this amount need a second person; minor units. */
  approvalThreshold: bigint;
  /** Mark-up on the platform's own rates, in basis points. */
  markupBps: number;
  /** Null if it has no orders. */
  shop: DemoShop | null;
  /** Suspension by the platform. */
  suspension?: { daysAgo: number; reason: string };
}

export interface DemoShop {
  /** Weight against the orders of the other shops. */
  share: number;
  /** Prefix of the shop's own order numbers. */
  orderPrefix: string;
  goods: readonly string[];
  /** Median order amount; minor units. */
  medianPrice: number;
}

/** True only for currencies that have hundredths. */
export const IS_DIVIDE_HUNDRED: Record<DemoCurrency, 0 | 1> = { CNY: 1, JPY: 0 };

export const TIME_ZONE: Record<DemoCurrency, string> = { CNY: 'Asia/Shanghai', JPY: 'Asia/Tokyo' };

const merchantInYuan = { type: 'merchant', currency: 'CNY' } as const;

export const DEMO_TENANTS: readonly DemoTenant[] = [
  {
    merchantNo: 'P000001',
    type: 'platform',
    currency: 'CNY',
    parent: null,
    markupBps: 0,
    approvalThreshold: 0n,
    shop: null,
    name: '晨桥支付',
    shortName: '晨桥',
    contactName: '沈航',
    phone: '+86 21 5550 0100',
    domain: 'chenqiao.example',
  },
  {
    ...merchantInYuan,
    merchantNo: 'M100001',
    parent: null,
    markupBps: 10,
    approvalThreshold: 500_000n,
    name: '海星优选商贸有限公司',
    shortName: '海星优选',
    contactName: '林晓',
    phone: '+86 21 5550 0101',
    domain: 'haixing.example',
    shop: { share: 60, orderPrefix: 'HX', goods: GOODS.general, medianPrice: 12_800 },
  },
  {
    merchantNo: 'M100002',
    type: 'merchant',
    currency: 'JPY',
    parent: null,
    markupBps: 20,
    approvalThreshold: 200_000n,
    name: '東雲マーケット株式会社',
    shortName: '東雲マーケット',
    contactName: '佐藤 健一',
    phone: '+81 3 5550 0102',
    domain: 'shinonome.example',
    shop: { share: 16, orderPrefix: 'SM-', goods: GOODS.japanese, medianPrice: 3_200 },
  },
  {
    ...merchantInYuan,
    merchantNo: 'M100003',
    parent: null,
    markupBps: 20,
    approvalThreshold: 200_000n,
    name: '泊舟数字科技有限公司',
    shortName: '泊舟科技',
    contactName: '顾岩',
    phone: '+86 21 5550 0103',
    domain: 'bozhou.example',
    shop: null,
    suspension: { daysAgo: 16, reason: '收到多起未发货投诉，等待商户提交物流凭证。' },
  },
  {
    ...merchantInYuan,
    merchantNo: 'M100101',
    parent: 'M100001',
    markupBps: 15,
    approvalThreshold: 200_000n,
    name: '海星生鲜（华东）',
    shortName: '海星生鲜',
    contactName: '许婷',
    phone: '+86 571 5550 0111',
    domain: 'fresh.haixing.example',
    shop: { share: 7, orderPrefix: 'HF', goods: GOODS.fresh, medianPrice: 6_800 },
  },
  {
    ...merchantInYuan,
    merchantNo: 'M100102',
    parent: 'M100001',
    markupBps: 15,
    approvalThreshold: 2_000_000n,
    name: '海星数码（华南）',
    shortName: '海星数码',
    contactName: '邓伟',
    phone: '+86 20 5550 0112',
    domain: 'digital.haixing.example',
    shop: { share: 5, orderPrefix: 'HD', goods: GOODS.digital, medianPrice: 45_900 },
  },
  {
    ...merchantInYuan,
    merchantNo: 'M100201',
    parent: 'M100101',
    markupBps: 20,
    approvalThreshold: 200_000n,
    name: '海星生鲜杭州门店',
    shortName: '生鲜杭州',
    contactName: '方敏',
    phone: '+86 571 5550 0121',
    domain: 'hangzhou.haixing.example',
    shop: { share: 5, orderPrefix: 'HZ', goods: GOODS.fresh, medianPrice: 5_200 },
  },
  {
    ...merchantInYuan,
    merchantNo: 'M100202',
    parent: 'M100101',
    markupBps: 20,
    approvalThreshold: 200_000n,
    name: '海星生鲜宁波门店',
    shortName: '生鲜宁波',
    contactName: '葛飞',
    phone: '+86 574 5550 0122',
    domain: 'ningbo.haixing.example',
    shop: { share: 3, orderPrefix: 'NB', goods: GOODS.fresh, medianPrice: 4_900 },
  },
  {
    ...merchantInYuan,
    merchantNo: 'M100203',
    parent: 'M100102',
    markupBps: 20,
    approvalThreshold: 2_000_000n,
    name: '海星数码深圳体验店',
    shortName: '数码深圳',
    contactName: '罗洋',
    phone: '+86 755 5550 0123',
    domain: 'shenzhen.haixing.example',
    shop: { share: 2.5, orderPrefix: 'SZ', goods: GOODS.digital, medianPrice: 38_800 },
  },
  {
    ...merchantInYuan,
    merchantNo: 'M100301',
    parent: 'M100201',
    markupBps: 25,
    approvalThreshold: 100_000n,
    name: '海星生鲜西湖社区点',
    shortName: '西湖社区',
    contactName: '蒋芸',
    phone: '+86 571 5550 0131',
    domain: 'xihu.haixing.example',
    shop: { share: 1.5, orderPrefix: 'XH', goods: GOODS.fresh, medianPrice: 3_600 },
  },
];
