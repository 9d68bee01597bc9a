import { expect, it } from 'vitest';
import { newNumber } from '#server/money/newNumber.ts';

it('gives each of many orders and payouts of one second another number, also beside those of the next', () => {
  const start = Date.parse('2026-11-21T09:30:00Z');
  // Drawn without regard to each other, 40,000 endings are all different in one of 3,000 cases.
  const numbers = Array.from({ length: 40_000 }, (_, count) => {
    newNumber('C', new Date(start + 1_000));
    return newNumber(count % 2 === 0 ? 'C' : 'P', new Date(start + (count % 1_000)));
  });
  expect(new Set(numbers.map((number) => number.slice(1))).size).toBe(40_000);
  expect(numbers.every((number) => /^[CP]20261121093000\d{8}$/.test(number))).toBe(true);
});
