import { BlockList, isIP } from 'node:net';

/**
 * Networks that aren't on the internet: loopback, private, link-local, reserved, and those that embed an IPv4 address
 * (RFC 6890 and its successors).
 */
const CLOSED: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, prefix] of CLOSED) closed.addSubnet(network, prefix, family(network));

/** Global unicast addresses of IPv6. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** True if an IP address is on the internet, so that a request to it leaves the private network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIP(address) === 6 && !global6.check(address, 'ipv6')) return false;
  return !closed.check(address, family(address));
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
