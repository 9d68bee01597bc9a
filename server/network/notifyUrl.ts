import { isIP } from 'node:net';
import { isPublicAddress } from './publicAddress.ts';

/** Names that mean this computer or its network, by their last part. */
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'test', 'invalid', 'onion'];

/** Where results may be posted. */
export interface NotifyRules {
  /** True if a `notify_url` may be in this network, and then at any port. */
  privateNotifyUrls: boolean;
  /** Ports that a `notify_url` may name. */
  notifyUrlPorts: readonly number[];
}

/** The key of a text, and what fills it in. */
export type NotifyUrlProblem = { key: 'url_not_public' } | { key: 'url_port'; args: { ports: string } };

/** Why results may not be posted to an address, or null if they may. */
export function notifyUrlProblem(
  text: string,
  { privateNotifyUrls, notifyUrlPorts }: NotifyRules,
): NotifyUrlProblem | null {
  if (privateNotifyUrls) return webUrl(text) ? null : { key: 'url_not_public' };
  const url = publicUrl(text);
  if (!url) return { key: 'url_not_public' };
  // `URL` leaves out the port that the scheme has anyway.
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return notifyUrlPorts.includes(port) ? null : { key: 'url_port', args: { ports: notifyUrlPorts.join(', ') } };
}

/**
 * The address of a page or call that somebody else's browser opens: http or https, a host, nobody's password.
 * @returns null for anything else
 */
export function webUrl(text: string): URL | null {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : null;
}

/**
 * The same for what this server itself is to call: the host must not be within this network. What a name leads to is
 * known only when it is called: whoever connects has to hold that address to `isPublicAddress`, too.
 * @returns null for anything else
 */
export function publicUrl(text: string): URL | null {
  const url = webUrl(text);
  return url && isPublicHost(url.hostname) ? url : null;
}

/** @param hostname as `URL` writes it: `0x7f.1` is 127.0.0.1 by then, an IPv6 address is in brackets */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  const labels = host.split('.');
  return labels.length > 1 && !LOCAL_NAMES.includes(labels.at(-1) ?? '');
}
