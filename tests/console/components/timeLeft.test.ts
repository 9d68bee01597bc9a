import { describe, expect, it } from 'vitest';
import { timeLeft } from '#console/components/timeLeft.ts';

const MINUTE = 60_000;

describe('the time that is left', () => {
  it.each([
    [24 * 60 * MINUTE, { unit: 'hours', count: 24 }],
    [90 * MINUTE + 1, { unit: 'hours', count: 2 }],
    [90 * MINUTE, { unit: 'minutes', count: 90 }],
    [MINUTE + 1, { unit: 'minutes', count: 2 }],
    [1, { unit: 'minutes', count: 1 }],
    [0, null],
    [-1, null],
  ])('of %i ms is %j: never too short', (ms, left) => {
    expect(timeLeft(ms)).toEqual(left);
  });
});
