import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networkOf } from '#server/http/networkOf.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:ffff::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['::203.0.113.7', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('is the same for all addresses of a /64, and different for others', () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
      const prefix = (address: string) => networkOf(address).replace('/64', '');
      fc.pre(!networkOf(one).includes('.'));
      expect(networkOf(prefix(one))).toBe(networkOf(one));
      if (!networkOf(other).includes('.') && networkOf(other) === networkOf(one))
        expect(prefix(other)).toBe(prefix(one));
    }),
  );
});
