import { expect, it } from 'vitest';
import { newNumbers } from '#server/money/newNumber.ts';

it('gives each of many payouts of one moment another number', () => {
  const at = new Date('2026-11-21T09:30:00Z');
  // Drawn without regard to each other, 40,000 numbers are all different in one of 3,000 cases.
  const numbers = newNumbers('P', at, 40_000);
  expect(new Set(numbers).size).toBe(40_000);
  expect(numbers.every((number) => /^P20261121093000\d{8}$/.test(number))).toBe(true);
});
