import type { Kysely } from 'kysely';
import { type NotifyResult, NOTIFY_ACKNOWLEDGED } from '#shared/contract/notifyAttempts.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Database, NotifiedResource } from '#server/db/schema.ts';
import type { Job } from '#server/jobs/jobQueue.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import type { PostAnswer, PostFailure, Posted } from '#server/network/postPublicly.ts';
import {
  beginAttempt,
  endAttempt,
  lockJob,
  markDelivered,
  markUndelivered,
  type Attempt,
  type HeldJob,
  type Outcome,
} from './attempts.ts';
import { nextTry } from './backOff.ts';
import { headersOf, newNonce, signedBody, type Result } from './signedBody.ts';

/** Why nothing is ever posted to an address as it is written, so that trying again is of no use. */
const ADDRESS_PROBLEMS = ['port_not_allowed', 'invalid_address'] as const satisfies NotifyResult[];

type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

/** An order's result, and where it goes. */
export interface ResultToPost {
  url: string;
  merchantNo: string;
  result: Result;
}

export interface NotifierMeans {
  db: Db;
  clock: Clock;
  /** What is to be posted of a record; undefined when there is nothing. */
  toPost(
    db: Kysely<Database>,
    merchantId: string,
    of: { resource: NotifiedResource; id: string },
  ): Promise<ResultToPost | undefined>;
  /** The merchant's key in force; undefined: none. */
  keyOf(merchantId: string): Promise<string | undefined>;
  post(asked: Omit<Posted, 'url'> & { url: string }): Promise<PostAnswer | PostFailure | AddressProblem>;
  /** From 0 up to 1, for the back-off. */
  chance(): number;
  /** Told how a post has ended, once that is written down. */
  onPosted?: ((result: NotifyResult) => void) | undefined;
}

/**
 * Posts one result to its merchant's server, once. The post is written down before it goes out, and the job is there until
 * its outcome is written down, too: whoever is killed in between leaves it to be posted again.
 */
export function createNotifier({ db, clock, toPost, keyOf, post, chance, onPosted }: NotifierMeans) {
  async function begin(job: Job, key: string | undefined): Promise<{ held: HeldJob; attempt: Attempt } | undefined> {
    return db.transaction(async (tx) => {
      const held = await lockJob(tx, job);
      if (!held) return undefined;
      const found = await toPost(tx, job.merchant_id, held);
      if (!found) {
        await notifyJobs.remove(tx, job.merchant_id, job.id);
        return undefined;
      }
      const { url, merchantNo, result } = found;
      const at = clock.now();
      const body = key === undefined ? '' : signedBody(result, { merchantNo, at, nonce: newNonce() }, key);
      return { held, attempt: await beginAttempt(tx, held, { url, headers: headersOf(body), body }, at) };
    });
  }

  async function sent({ url, headers, body }: Attempt): Promise<Outcome> {
    const start = performance.now();
    const answer = await post({ url, headers, body });
    const durationMs = Math.round(performance.now() - start);
    return { result: resultOf(answer), durationMs, answer: typeof answer === 'string' ? null : answer };
  }

  async function end(held: HeldJob, { number }: Attempt, outcome: Outcome): Promise<void> {
    await db.transaction(async (tx) => {
      await endAttempt(tx, held, number, outcome);
      if (outcome.result === 'delivered') return markDelivered(tx, held);
      if (!(await lockJob(tx, held))) return;
      const polls = held.asked_by === null ? held.polls + 1 : held.polls;
      const at = isAddressProblem(outcome.result) ? null : nextTry(clock.now(), polls, chance());
      await markUndelivered(tx, held, at && { at, polls });
    });
  }

  return async function notify(job: Job): Promise<'done'> {
    const key = await keyOf(job.merchant_id);
    const begun = await begin(job, key);
    if (!begun) return 'done';
    const { held, attempt } = begun;
    const outcome = key === undefined ? NO_KEY : await sent(attempt);
    await end(held, attempt, outcome);
    onPosted?.(outcome.result);
    return 'done';
  };
}

const NO_KEY: Outcome = { result: 'no_key', durationMs: 0, answer: null };

function isAddressProblem(result: NotifyResult): result is AddressProblem {
  return ADDRESS_PROBLEMS.some((problem) => problem === result);
}

/** What an answer means. White space around the word does not matter. */
function resultOf(answer: PostAnswer | PostFailure | AddressProblem): NotifyResult {
  if (typeof answer === 'string') return answer;
  const { status, body, isCut } = answer;
  if (status >= 300 && status < 400) return 'redirected';
  if (status !== 200) return 'refused_status';
  return !isCut && body.trim() === NOTIFY_ACKNOWLEDGED ? 'delivered' : 'not_acknowledged';
}
