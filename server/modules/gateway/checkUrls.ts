import { ValidationError, type Message } from '#server/errors.ts';
import { publicUrl, webUrl } from '#server/network/publicUrl.ts';

interface Urls {
  notify_url?: string | undefined;
  return_url?: string | undefined;
}

/**
 * Results are sent to the first by this server; the second is opened by the payer's browser.
 * @param allowPrivate the first may be in this network, too
 * @throws ValidationError
 */
export function checkUrls({ notify_url, return_url }: Urls, allowPrivate: boolean): void {
  const wrong: Record<string, Message> = {};
  const reachable = allowPrivate ? webUrl : publicUrl;
  if (notify_url !== undefined && !reachable(notify_url)) wrong['notify_url'] = { key: 'url_not_public' };
  if (return_url !== undefined && !webUrl(return_url)) wrong['return_url'] = { key: 'invalid_url' };
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}
