import { describe, expect, it } from 'vitest';
import { brokenPayPasswordRules } from '#shared/passwords/payPasswordRules.ts';

describe('a new payment password', () => {
  it.each([
    ['246810', []],
    ['135792', []],
    ['a1b2c3', []],
    ['123455', []],
    ['x1'.repeat(16), []],
    ['12467', ['length']],
    ['x1'.repeat(17), ['length']],
    ['', ['length', 'pattern']],
    ['888888', ['pattern']],
    ['aaaaaaa', ['pattern']],
    ['123456', ['pattern']],
    ['654321', ['pattern']],
    // Consecutive on a keypad, where 0 follows 9.
    ['789012', ['pattern']],
    ['2109876', ['pattern']],
  ])('%j violates %j', (password, rules) => {
    expect([...brokenPayPasswordRules(password)]).toEqual(rules);
  });
});
