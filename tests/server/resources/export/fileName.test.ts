import { describe, expect, it } from 'vitest';
import { attachment } from '#server/resources/export/fileName.ts';

const named = (title: string) => attachment({ name: 'orders', title, day: '2026-11-21', format: 'csv' });
const decoded = (header: string) => decodeURIComponent(header.split("filename*=UTF-8''")[1] ?? '');

describe('the name of an exported file', () => {
  it('begins with TEST if its rows are test data', () => {
    const header = attachment({ name: 'orders', title: '代收订单', day: '2026-11-21', format: 'csv', isTest: true });
    expect(header).toContain('filename="TEST-orders-2026-11-21.csv"');
    expect(decoded(header)).toBe('TEST-代收订单-2026-11-21.csv');
  });

  it("is in the user's language, with an ASCII fallback", () => {
    expect(named('代收订单')).toBe(
      `attachment; filename="orders-2026-11-21.csv"; filename*=UTF-8''${encodeURIComponent('代收订单')}-2026-11-21.csv`,
    );
  });

  it.each([
    ["L'été (a*b)!", "L'été (a b)!-2026-11-21.csv"],
    ['../../etc/passwd', '.. .. etc passwd-2026-11-21.csv'],
    ['a"\r\nX-Evil: 1', 'a   X-Evil  1-2026-11-21.csv'],
    ['???', 'orders-2026-11-21.csv'],
    ['\ud800', 'orders-2026-11-21.csv'],
  ])('from the title %j is %j', (title, name) => {
    const header = named(title);
    expect(decoded(header)).toBe(name);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(header.split("UTF-8''")[1]).toMatch(/^[A-Za-z0-9!#$&+.^_`|~%-]+$/);
  });
});
