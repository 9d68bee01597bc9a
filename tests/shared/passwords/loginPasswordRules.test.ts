import { describe, expect, it } from 'vitest';
import { brokenLoginPasswordRules } from '#shared/passwords/loginPasswordRules.ts';

const broken = (password: string, username = 'alice') => [...brokenLoginPasswordRules(password, username)];

describe('a new login password', () => {
  it.each([
    ['twelve chars', []],
    ['x'.repeat(128), []],
    ['eleven char', ['length']],
    ['x'.repeat(129), ['length']],
    ['', ['length']],
    // Six characters, each of two UTF-16 code units.
    ['😀😁😂🤣😃😄', ['length']],
  ])('%j violates %j', (password, rules) => {
    expect(broken(password)).toEqual(rules);
  });

  it('doesn’t contain the username, in upper or lower case', () => {
    expect(broken('really-aLiCe-again')).toEqual(['username']);
    expect(broken('Alice')).toEqual(['length', 'username']);
  });

  it('isn’t compared with a username that isn’t known yet', () => {
    expect(broken('twelve chars', '')).toEqual([]);
  });
});
