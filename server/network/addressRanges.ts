import { BlockList, isIP } from 'node:net';

/** An IP address with an optional prefix length, such as `203.0.113.0/24`. */
const RANGE = /^([0-9a-f:.]+)(?:\/(0|[1-9][0-9]{0,2}))?$/i;

/** IPv4 addresses of clients as IPv6 sockets report them. */
const MAPPED = /^::ffff:(?=[0-9.]+$)/i;

/** Splits typed addresses: at line breaks, white space, commas and semicolons. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/u).filter((part) => part !== '');
}

/**
 * True if the text is an IP address or a CIDR range. Rejects IPv4 addresses in IPv6 form, because `isInRanges` compares
 * clients in IPv4 form.
 */
export function isAddressRange(text: string): boolean {
  return rangeOf(text) !== null;
}

/** True if an address is in one of the ranges. @param ranges valid according to `isAddressRange`; others match nothing */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const plain = address.replace(MAPPED, '');
  const version = isIP(plain);
  return (
    version !== 0 &&
    ranges.some((text) => {
      const range = rangeOf(text);
      if (range?.version !== version) return false;
      const list = new BlockList();
      list.addSubnet(range.address, range.prefix, range.family);
      return list.check(plain, range.family);
    })
  );
}

interface Range {
  address: string;
  prefix: number;
  version: number;
  family: 'ipv4' | 'ipv6';
}

function rangeOf(text: string): Range | null {
  const [, address = '', prefix] = RANGE.exec(text) ?? [];
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  if (version === 0 || length > bits || MAPPED.test(address)) return null;
  return { address, prefix: length, version, family: version === 4 ? 'ipv4' : 'ipv6' };
}
