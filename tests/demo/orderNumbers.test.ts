import { describe, expect, it } from 'vitest';
import { createOrderNumbers } from '#demo/shop.ts';

const AT = new Date('2025-03-11T14:30:22.000Z');

describe('order numbers', () => {
  it('of the platform are unique across all shops, even within one second', () => {
    const shops = Array.from({ length: 8 }, (_, shop) => createOrderNumbers(shop, 8));
    const numbers = shops.flatMap((shop) => Array.from({ length: 2_000 }, () => shop.platform('C', AT)));
    expect(new Set(numbers).size).toBe(16_000);
    expect(numbers.every((number) => /^C20250311143022\d{6}$/.test(number))).toBe(true);
  });

  it('of a shop are its prefix, the day and a running number', () => {
    const shop = createOrderNumbers(0, 1);
    expect([shop.merchant('HX', AT), shop.merchant('HX', AT)]).toEqual(['HX202503110000001', 'HX202503110000002']);
  });
});
