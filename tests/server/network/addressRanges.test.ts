import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesIn, isAddressRange, isInRanges } from '#server/network/addressRanges.ts';

describe('addresses that a key may be used from', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::7', '2001:DB8::/32', '::1', '::/0'])(
    '%s is valid',
    (text) => expect(isAddressRange(text)).toBe(true),
  );

  it.each([
    '',
    'shop.example',
    '203.0.113',
    '203.0.113.256',
    '010.0.0.1',
    '203.0.113.0/33',
    '203.0.113.0/',
    '203.0.113.0/-1',
    '203.0.113.0/024',
    '2001:db8::/129',
    '::ffff:203.0.113.7',
    'fe80::1%eth0',
    '203.0.113.7:443',
    '203.0.113.*',
  ])('%j is invalid', (text) => expect(isAddressRange(text)).toBe(false));

  it('are separated by line breaks, blanks, commas and semicolons', () => {
    expect(addressesIn(' 203.0.113.7,198.51.100.0/24;\n\n2001:db8::/32 \t::1')).toEqual([
      '203.0.113.7',
      '198.51.100.0/24',
      '2001:db8::/32',
      '::1',
    ]);
    expect(addressesIn(' \n')).toEqual([]);
  });

  it('contain the IPv4 addresses whose prefix equals that of the range', () => {
    const address = fc.integer({ min: 0, max: 0xff_ff_ff_ff });
    fc.assert(
      fc.property(address, fc.integer({ min: 0, max: 32 }), address, fc.boolean(), (network, prefix, other, isNear) => {
        // Half of them differ from the network in the last bit at most.
        const client = isNear ? (network ^ (other & 1)) >>> 0 : other;
        const first = (value: number) => value.toString(2).padStart(32, '0').slice(0, prefix);
        const isWithin = first(client) === first(network);
        expect(isInRanges(dotted(client), [`${dotted(network)}/${prefix}`])).toBe(isWithin);
        expect(isInRanges(`::ffff:${dotted(client)}`, ['192.0.2.1', `${dotted(network)}/${prefix}`])).toBe(
          isWithin || dotted(client) === '192.0.2.1',
        );
      }),
    );
  });

  it.each([
    ['2001:db8::7', '2001:db8::/32', true],
    ['2001:db9::7', '2001:db8::/32', false],
    ['2001:0DB8:0:0::7', '2001:db8::7', true],
    ['127.0.0.1', '::/0', false],
    ['::1', '0.0.0.0/0', false],
    ['not an address', '::/0', false],
  ])('%s in %s: %s', (address, range, isWithin) => expect(isInRanges(address, [range])).toBe(isWithin));
});

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
}
