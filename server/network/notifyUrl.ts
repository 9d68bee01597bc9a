import { publicUrl, webUrl } from './publicUrl.ts';

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
