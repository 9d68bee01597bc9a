import { ValidationError, type Message } from '#server/errors.ts';
import { publicUrl, webUrl } from '#server/network/publicUrl.ts';

interface Urls {
  notify_url?: string | undefined;
  return_url?: string | undefined;
}

/** Where results may be posted. */
export interface NotifyRules {
  /** True if a `notify_url` may be in this network, and then at any port. */
  privateNotifyUrls: boolean;
  /** Ports that a `notify_url` may name. */
  notifyUrlPorts: readonly number[];
}

/**
 * Checks both addresses. Results are posted to `notify_url` by this server; the payer's browser opens `return_url`, whose
 * port is therefore nobody's concern here.
 * @throws ValidationError
 */
export function checkUrls({ notify_url, return_url }: Urls, rules: NotifyRules): void {
  const wrong: Record<string, Message> = {};
  const problem = notify_url === undefined ? null : notifyProblem(notify_url, rules);
  if (problem) wrong['notify_url'] = problem;
  if (return_url !== undefined && !webUrl(return_url)) wrong['return_url'] = { key: 'invalid_url' };
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}

function notifyProblem(text: string, { privateNotifyUrls, notifyUrlPorts }: NotifyRules): Message | null {
  if (privateNotifyUrls) return webUrl(text) ? null : { key: 'url_not_public' };
  const url = publicUrl(text);
  if (!url) return { key: 'url_not_public' };
  // `URL` leaves out the port that the scheme has anyway.
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return notifyUrlPorts.includes(port) ? null : { key: 'url_port', args: { ports: notifyUrlPorts.join(', ') } };
}
