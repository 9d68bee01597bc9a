import { ValidationError, type Message } from '#server/errors.ts';
import { notifyUrlProblem, type NotifyRules } from '#server/network/notifyUrl.ts';
import { webUrl } from '#server/network/publicUrl.ts';

interface Urls {
  notify_url?: string | undefined;
  return_url?: string | undefined;
}

/**
 * Checks both addresses. Results are posted to `notify_url` by this server; the payer's browser opens `return_url`, whose
 * port is therefore nobody's concern here.
 * @throws ValidationError
 */
export function checkUrls({ notify_url, return_url }: Urls, rules: NotifyRules): void {
  const wrong: Record<string, Message> = {};
  const problem = notify_url === undefined ? null : notifyUrlProblem(notify_url, rules);
  if (problem) wrong['notify_url'] = problem;
  if (return_url !== undefined && !webUrl(return_url)) wrong['return_url'] = { key: 'invalid_url' };
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}
