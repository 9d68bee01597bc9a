import { isIP } from 'node:net';
import { isPublicAddress } from './publicAddress.ts';

/** Top-level names of this computer or a private network. */
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'test', 'invalid', 'onion'];

/** Rules for the addresses that results may be posted to. */
export interface NotifyRules {
  /** True if a `notify_url` may point into a private network; any port is then allowed. */
  privateNotifyUrls: boolean;
  /** Ports that a `notify_url` may use. */
  notifyUrlPorts: readonly number[];
}

/** Message key and arguments. */
type NotifyUrlProblem = { key: 'url_not_public' } | { key: 'url_port'; args: { ports: string } };

/** Why results may not be posted to a URL, or null if they may. */
export function notifyUrlProblem(
  text: string,
  { privateNotifyUrls, notifyUrlPorts }: NotifyRules,
): NotifyUrlProblem | null {
  if (privateNotifyUrls) return webUrl(text) ? null : { key: 'url_not_public' };
  const url = publicUrl(text);
  if (!url) return { key: 'url_not_public' };
  // `URL` omits the scheme's default port.
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return notifyUrlPorts.includes(port) ? null : { key: 'url_port', args: { ports: notifyUrlPorts.join(', ') } };
}

/**
 * Parses the URL of a page or call: http or https, with a host, without credentials.
 * @returns null for anything else
 */
export function webUrl(text: string): URL | null {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : null;
}

/**
 * Like `webUrl`, for URLs that this server calls: the host must not be private. The addresses behind a name are known
 * only at connection time, so the connecting code must also check them with `isPublicAddress`.
 * @returns null for anything else
 */
export function publicUrl(text: string): URL | null {
  const url = webUrl(text);
  return url && isPublicHost(url.hostname) ? url : null;
}

/** @param hostname as normalised by `URL`: `0x7f.1` has become 127.0.0.1, IPv6 addresses are in brackets */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  const labels = host.split('.');
  return labels.length > 1 && !LOCAL_NAMES.includes(labels.at(-1) ?? '');
}
