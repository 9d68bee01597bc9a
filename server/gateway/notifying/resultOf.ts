import { NOTIFY_ACKNOWLEDGED, type NotifyResult } from '#shared/contract/notifyAttempts.ts';
import type { PostAnswer, PostFailure } from '#server/network/postPublicly.ts';

/** What an answer means. White space around the word does not matter. */
export function resultOf(answer: PostAnswer | PostFailure): NotifyResult {
  if (typeof answer === 'string') return answer;
  const { status, body, isCut } = answer;
  if (status >= 300 && status < 400) return 'redirected';
  if (status !== 200) return 'refused_status';
  return !isCut && body.trim() === NOTIFY_ACKNOWLEDGED ? 'delivered' : 'not_acknowledged';
}
