import { NOTIFY_ACKNOWLEDGED, type NotifyResult } from '#shared/contract/notifyAttempts.ts';
import type { PostAnswer, PostFailure } from '#server/network/postPublicly.ts';

/** Why nothing is ever posted to an address as it is written, so that trying again is of no use. */
const ADDRESS_PROBLEMS = ['port_not_allowed', 'invalid_address'] as const satisfies NotifyResult[];
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

export function isAddressProblem(result: NotifyResult): result is AddressProblem {
  return ADDRESS_PROBLEMS.some((problem) => problem === result);
}

/** What an answer means. White space around the word does not matter. */
export function resultOf(answer: PostAnswer | PostFailure | AddressProblem): NotifyResult {
  if (typeof answer === 'string') return answer;
  const { status, body, isCut } = answer;
  if (status >= 300 && status < 400) return 'redirected';
  if (status !== 200) return 'refused_status';
  return !isCut && body.trim() === NOTIFY_ACKNOWLEDGED ? 'delivered' : 'not_acknowledged';
}
