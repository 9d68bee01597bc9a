import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordStrength, STRENGTHS } from '#console/features/passwords/passwordStrength.ts';

describe('the strength of a password', () => {
  it.each([
    ['', 'weak'],
    ['Xk9$mQ2!vB7', 'weak'], // One character too short.
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefghijklmnop', 'weak'],
    ['123456789012', 'weak'],
    ['moonmoonmoonmoonmoon', 'weak'],
    ['kitchentable', 'fair'],
    ['kitchen table lamp', 'strong'],
    ['kitchen-table', 'good'],
    ['Xk9$mQ2!vB7p', 'good'],
    ['Xk9$mQ2!vB7pLw', 'strong'],
    ['桜が咲く川沿いを朝に歩く', 'good'],
  ])('%j is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });

  it('never decreases when a character of a kind already present is added', () => {
    const rank = (password: string) => STRENGTHS.indexOf(passwordStrength(password));
    const lower = fc.string({ unit: fc.constantFrom('a', 'b', 'g', 'm', 'q', 't', 'z'), minLength: 12, maxLength: 40 });
    fc.assert(fc.property(lower, (password) => rank(`${password}q`) >= rank(password)));
  });
});
