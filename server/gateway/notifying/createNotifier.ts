import {
  millisecondsInHour as HOUR,
  millisecondsInMinute as MINUTE,
  millisecondsInSecond as SECOND,
} from 'date-fns/constants';
import { NOTIFY_ACKNOWLEDGED, NOTIFY_TRIES, type NotifyResult } from '#shared/contract/notifyAttempts.ts';
import { recordAudit, systemActor } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbOrTx, NotifiedResource, Tx } from '#server/db/schema.ts';
import type { Job } from '#server/jobs/jobQueue.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import type { PostAnswer, Posted, PostFailure } from '#server/network/postPublicly.ts';
import {
  type Attempt,
  beginAttempt,
  endAttempt,
  type HeldJob,
  lockJob,
  markDelivered,
  markUndelivered,
  type Outcome,
} from './attempts.ts';
import { headersOf, newNonce, type Result, signedBody } from './signedBody.ts';

/** Results that are permanent for a given URL, so retrying is useless. */
const ADDRESS_PROBLEMS = ['port_not_allowed', 'invalid_address'] as const satisfies NotifyResult[];

type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

/** The result of an order and the URL to post it to. */
export interface ResultToPost {
  url: string;
  merchantNo: string;
  result: Result;
}

interface NotifierDeps {
  db: Db;
  clock: Clock;
  /** The result to post for a record; undefined if there is none. */
  toPost(
    db: DbOrTx,
    merchantId: string,
    of: { resource: NotifiedResource; id: string },
  ): Promise<ResultToPost | undefined>;
  /** The merchant's current key; undefined if it has none. */
  keyOf(merchantId: string): Promise<string | undefined>;
  post(asked: Omit<Posted, 'url'> & { url: string }): Promise<PostAnswer | PostFailure | AddressProblem>;
  /** Random number in [0, 1) for the back-off. */
  chance(): number;
  /** Called after a post's result has been committed. */
  onPosted?: ((result: NotifyResult) => void) | undefined;
}

/**
 * Posts one result to its merchant's server. The attempt is recorded before it is sent, and the job is removed only
 * when its result is recorded, so a crash in between causes a repeated post.
 */
export function createNotifier({ db, clock, toPost, keyOf, post, chance, onPosted }: NotifierDeps) {
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
      const now = clock.now();
      if (outcome.result === 'delivered') {
        await markDelivered(tx, held);
        if (held.asked_by !== null) await recordEnd(tx, held, 'delivered', now);
        return;
      }
      if (!(await lockJob(tx, held))) return;
      const polls = held.asked_by === null ? held.polls + 1 : held.polls;
      const at = isAddressProblem(outcome.result) ? null : nextTry(now, polls, chance());
      await markUndelivered(tx, held, at && { at, polls });
      if (at === null) await recordEnd(tx, held, 'failed', now);
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

/** Records that delivery was given up, or that it succeeded after a user asked for it, in the record's history. */
function recordEnd(tx: Tx, { merchant_id, id, resource }: HeldJob, status: 'delivered' | 'failed', at: Date) {
  const action = `${resource}.notify_${status}`;
  return recordAudit(tx, {
    actor: systemActor(merchant_id),
    action,
    recordId: id,
    after: { notify_status: status },
    at,
  });
}

const NO_KEY: Outcome = { result: 'no_key', durationMs: 0, answer: null };

function isAddressProblem(result: NotifyResult): result is AddressProblem {
  return ADDRESS_PROBLEMS.some((problem) => problem === result);
}

/** The result of a response. White space around the word is ignored. */
function resultOf(answer: PostAnswer | PostFailure | AddressProblem): NotifyResult {
  if (typeof answer === 'string') return answer;
  const { status, body, isCut } = answer;
  if (status >= 300 && status < 400) return 'redirected';
  if (status !== 200) return 'refused_status';
  return !isCut && body.trim() === NOTIFY_ACKNOWLEDGED ? 'delivered' : 'not_acknowledged';
}

/** Delay after each failed attempt except the last. */
const DELAYS_MS: readonly number[] = [15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 12 * HOUR];

/** Adds up to a tenth, so that simultaneous failures aren't retried simultaneously. */
const JITTER = 0.1;

/**
 * The time of the next attempt after `tries` failures, or null if there is none.
 * @param chance random number in [0, 1)
 */
export function nextTry(now: Date, tries: number, chance: number): Date | null {
  const delay = DELAYS_MS[Math.max(tries, 1) - 1];
  return delay === undefined || tries >= NOTIFY_TRIES
    ? null
    : new Date(now.getTime() + Math.floor(delay * (1 + JITTER * chance)));
}
