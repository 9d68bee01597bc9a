import { describe, expect, it } from 'vitest';
import { looksLikeNumber } from '#console/shell/search/useFoundRecords.ts';

describe('a text that may be the number of a record', () => {
  it.each(['C20250311143022000017', '123456', 'INV-2025/7', '订单号123', '\u200b１２３４５６'])('%j', (text) => {
    expect(looksLikeNumber(text)).toBe(true);
  });

  it.each(['', 'orders', '12345', 'order 123456', `1${'x'.repeat(64)}`])('not %j', (text) => {
    expect(looksLikeNumber(text)).toBe(false);
  });
});
