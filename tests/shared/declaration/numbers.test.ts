import { describe, expect, it } from 'vitest';
import { formatCount, formatRate, formatSize } from '@merchant-console/declaration';

describe('numbers other than money', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [-12_345_678, '-12,345,678'],
    [Number.MAX_SAFE_INTEGER - 991, '9,007,199,254,740,000'],
  ])('the count %d is %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it('a rate is shown without floating-point errors', () => {
    for (let rate = 0; rate <= 10_000; rate += 1) {
      const [whole, rest] = [Math.floor(rate / 100), rate % 100];
      expect(formatRate(rate)).toBe(`${whole}.${String(rest).padStart(2, '0')}%`);
    }
    expect(formatRate(1_234_567)).toBe('12,345.67%');
    expect(formatRate(null)).toBe('—');
  });

  it.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_024, '1 KB'],
    [1_536, '1.5 KB'],
    [10 * 1_024 * 1_024, '10 MB'],
  ])('a file size of %d bytes is shown as %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});
