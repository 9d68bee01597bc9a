import { expect, it } from 'vitest';
import { successRate } from '#server/figures/orderSums.ts';

it('a success rate is the share of the finished orders, in hundredths of a percent, rounded half up', () => {
  const cases = [
    [0, 0, 0, null],
    [7, 7, 0, null],
    [5, 0, 0, 0],
    [9, 6, 2, 6_667],
    [4, 1, 1, 3_333],
    [16, 0, 1, 625],
    [8, 5, 3, 10_000],
  ] as const;
  for (const [count, open_count, success_count, rate] of cases) {
    expect(successRate({ count, open_count, success_count })).toBe(rate);
  }
});
