import { beforeAll, describe, expect, it } from 'vitest';
import { compactAmount } from '#console/features/figures/useAmount.ts';
import { loadLocale } from '#console/i18n/locales.ts';
import { LANGUAGES } from '@merchant-console/declaration/languages';

describe('an amount beside an axis', () => {
  beforeAll(async () => {
    await Promise.all(LANGUAGES.map(loadLocale));
  });

  it('is shown in full if it is short', () => {
    expect(compactAmount(0n, 2, 'en')).toBe('0');
    expect(compactAmount(150n, 2, 'en')).toBe('1.50');
    expect(compactAmount(99_900n, 2, 'en')).toBe('999');
    expect(compactAmount(500_000n, 2, 'zh')).toBe('5,000');
  });

  it.each([
    ['en', ['5K', '12K', '1.2M', '-1.2M', '120M', '2.5B', '3T']],
    ['es', ['5 mil', '12 mil', '1.2 M', '-1.2 M', '120 M', '2,500 M', '3 B']],
    ['zh', ['5,000', '1.2万', '120万', '-120万', '1.2亿', '25亿', '3万亿']],
    ['ja', ['5,000', '1.2万', '120万', '-120万', '1.2億', '25億', '3兆']],
  ] as const)('is shortened as is usual in %s', (language, texts) => {
    const amounts = [5000n, 12_000n, 1_200_000n, -1_200_000n, 120_000_000n, 2_500_000_000n, 3_000_000_000_000n];
    expect(amounts.map((amount) => compactAmount(amount, 0, language))).toEqual(texts);
    expect(compactAmount(120_000_000n, 2, language)).toBe(texts[2]);
  });
});
