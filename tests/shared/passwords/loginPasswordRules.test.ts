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
    // Six characters, though each is two units of UTF-16.
    ['😀😁😂🤣😃😄', ['length']],
  ])('%j breaks %j', (password, rules) => {
    expect(broken(password)).toEqual(rules);
  });

  it('does not contain the username, in whatever case', () => {
    expect(broken('really-aLiCe-again')).toEqual(['username']);
    expect(broken('Alice')).toEqual(['length', 'username']);
  });

  it('is not measured against a username that is not known yet', () => {
    expect(broken('twelve chars', '')).toEqual([]);
  });
});
