import { describe, expect, it } from 'vitest';
import { addressAfterSignIn, enrolmentTokenOf, guard, loginAddress } from '#console/shell/menu/guard.ts';

function place(address: string) {
  const { pathname, search, hash } = new URL(address, 'http://console.test');
  return { pathname, search, hash };
}
const visit = (address: string, hasToken: boolean) => guard({ place: place(address), hasToken });
const allow = { kind: 'allow' };

describe('without a token', () => {
  it.each(['/login', '/login/', '/login?redirect=%2Fa', '/login#enrol=abc', '/auth-redirect', '/auth-redirect?code=1'])(
    '%s opens',
    (address) => {
      expect(visit(address, false)).toEqual(allow);
    },
  );

  it.each(['/orderList', '/404', '/401', '/redirect/a', '/login/x', '/loginPassword', '/auth-redirect/x'])(
    '%s leads to the login page',
    (address) => {
      expect(visit(address, false)).toEqual({ kind: 'redirect', to: `/login?redirect=${encodeURIComponent(address)}` });
    },
  );

  it('the login page remembers the full path', () => {
    expect(visit('/orders?x=1&y=a%26b#part', false)).toEqual({
      kind: 'redirect',
      to: '/login?redirect=%2Forders%3Fx%3D1%26y%3Da%2526b%23part',
    });
  });

  it("the root isn't remembered", () => {
    expect(visit('/', false)).toEqual({ kind: 'redirect', to: '/login' });
  });
});

describe('with a token', () => {
  it('the login page leads to / or to the remembered address', () => {
    expect(visit('/login', true)).toEqual({ kind: 'redirect', to: '/' });
    expect(visit('/login?redirect=%2Fa%3Fb%3D1', true)).toEqual({ kind: 'redirect', to: '/a?b=1' });
  });

  it.each(['/', '/orderList?a=1', '/404', '/auth-redirect', '/login#enrol=abc'])('%s is allowed', (address) => {
    expect(visit(address, true)).toEqual(allow);
  });
});

describe('after sign-in', () => {
  it.each([
    ['', '/'],
    ['?redirect=%2Forders', '/orders'],
    ['?redirect=%2Fa%3Fb%3D1&c=2', '/a?b=1&c=2'],
    ['?redirect=/a?b=1&c=2', '/a?b=1&c=2'],
    ['?c=2', '/?c=2'],
    ['?redirect=%2Fa%23part&c=2', '/a?c=2#part'],
  ])('%s leads to %s', (search, address) => {
    expect(addressAfterSignIn(search)).toBe(address);
  });

  it.each(['/orders?filter=%7B%22q%22%3A%22a%20b%22%7D', '/a%2Fb/show', '/a?b=1#c'])(
    'the remembered address %s is kept unchanged',
    (address) => {
      expect(addressAfterSignIn(new URL(loginAddress(place(address)), 'http://console.test').search)).toBe(address);
    },
  );

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '',
    'http:',
    '//',
    '/login',
    '/login/?redirect=%2Flogin',
  ])('no remembered address leads to another site or back to the login page: %j', (target) => {
    expect(addressAfterSignIn(`?${new URLSearchParams({ redirect: target })}`)).toBe('/');
  });
});

describe('an invitation', () => {
  it('has its token only in the hash of the login page', () => {
    expect(enrolmentTokenOf(place('/login#enrol=abc'))).toBe('abc');
    expect(enrolmentTokenOf(place('/login?enrol=abc'))).toBeNull();
    expect(enrolmentTokenOf(place('/orders#enrol=abc'))).toBeNull();
  });
});
