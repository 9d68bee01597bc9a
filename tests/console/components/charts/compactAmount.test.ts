import { expect, it } from 'vitest';
import { compactAmount } from '#console/components/charts/compactAmount.ts';

it('an amount beside an axis is as short as it can be without being another', () => {
  expect(compactAmount(0n, 2, 'en')).toBe('0');
  expect(compactAmount(150n, 2, 'en')).toBe('1.50');
  expect(compactAmount(999_900n, 2, 'en')).toBe('9,999');
  expect(compactAmount(120_000_000n, 2, 'en')).toBe('1.2M');
  expect(compactAmount(120_000_000n, 2, 'zh')).toBe('120万');
  expect(compactAmount(1_200_000n, 0, 'ja')).toBe('120万');
});
