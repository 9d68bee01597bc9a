import { describe, expect, it } from 'vitest';
import { pinyinOf } from '#console/shell/menu/pinyinOf.ts';

describe('the pinyin of a title', () => {
  it.each([
    ['代收订单', 'daishoudingdan'],
    ['银行卡', 'yinhangka'],
    ['绿色', 'lvse'],
    ['USDT 充值', 'USDT chongzhi'],
    ['', ''],
  ])('of %j is %j', (title, pinyin) => {
    expect(pinyinOf(title)).toBe(pinyin);
  });
});
