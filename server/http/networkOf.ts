import { isIP } from 'node:net';

/**
 * The network by which rate limits and locks count a client: an IPv4 address itself, also if it is written as an IPv6
 * address, and the first 64 bits of other IPv6 addresses, because one client has all addresses of such a network. Any
 * other text is returned unchanged.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return address;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === MAPPED) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The prefix of IPv4 addresses in IPv6 form. */
const MAPPED = [0, 0, 0, 0, 0, 0xffff].join();

/** The eight groups of an IPv6 address. `URL` turns all spellings of an address into one, without an IPv4 ending. */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
