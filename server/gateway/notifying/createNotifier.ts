import {
  millisecondsInHour as HOUR,
  millisecondsInMinute as MINUTE,
  millisecondsInSecond as SECOND,
} from 'date-fns/constants';
import { NOTIFY_ACKNOWLEDGED, NOTIFY_TRIES, type NotifyResult } from '#shared/contract/notifyAttempts.ts';
import { recordAudit, systemActor } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { HeaderList, NotifiedResource, Tx } from '#server/db/schema.ts';
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
import { headersOf } from './signedBody.ts';

/** Results that are permanent for a given URL, so retrying is useless. */
type AddressProblem = Extract<NotifyResult, 'port_not_allowed' | 'invalid_address'>;
const FINAL: readonly NotifyResult[] = ['port_not_allowed', 'invalid_address', 'endpoint_off'];

/** What to post for a job, and where. */
export type ToPost = {
  url: string;
  /** The record in whose history the end of its posts is recorded; null for records that may have thousands of them. */
  about: { resource: NotifiedResource; id: string } | null;
  /** Null for the record's `notify_url`. */
  endpointId: string | null;
} & ({ message: { headers: HeaderList; body: string } } | { message: null; refusal: NotifyResult });

interface NotifierDeps {
  db: Db;
  clock: Clock;
  /** What to post for a job, signed with the merchant's key or the endpoint's secret; undefined if there is none. */
  toPost(tx: Tx, job: HeldJob, signing: { key: string | undefined; at: Date }): Promise<ToPost | undefined>;
  /** Called in the transaction that records the result of a post to an endpoint. */
  onEndpoint(tx: Tx, endpoint: { merchantId: string; endpointId: string; at: Date }, outcome: Outcome): Promise<void>;
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
export function createNotifier({ db, clock, toPost, keyOf, post, onEndpoint, chance, onPosted }: NotifierDeps) {
  async function begin(job: Job, key: string | undefined): Promise<Begun | undefined> {
    return db.transaction(async (tx) => {
      const held = await lockJob(tx, job);
      if (!held) return undefined;
      const at = clock.now();
      const found = await toPost(tx, held, { key, at });
      if (!found) {
        await notifyJobs.remove(tx, job.merchant_id, job.id);
        return undefined;
      }
      const { headers, body } = found.message ?? { headers: headersOf(''), body: '' };
      return { held, found, attempt: await beginAttempt(tx, held, { url: found.url, headers, body }, at) };
    });
  }

  async function sent({ found, attempt: { url, headers, body } }: Begun): Promise<Outcome> {
    if (found.message === null) return { result: found.refusal, durationMs: 0, answer: null };
    const start = performance.now();
    const answer = await post({ url, headers, body });
    const durationMs = Math.round(performance.now() - start);
    const result = found.endpointId === null ? resultOf(answer) : resultOfEvent(answer);
    return { result, durationMs, answer: typeof answer === 'string' ? null : answer };
  }

  async function end({ held, found, attempt: { number } }: Begun, outcome: Outcome): Promise<void> {
    const { endpointId, message } = found;
    await db.transaction(async (tx) => {
      await endAttempt(tx, held, number, outcome);
      const now = clock.now();
      const posted = endpointId !== null && message !== null;
      if (posted) await onEndpoint(tx, { merchantId: held.merchant_id, endpointId, at: now }, outcome);
      if (outcome.result === 'delivered') {
        await markDelivered(tx, held);
        if (held.asked_by !== null) await recordEnd(tx, held, found, { status: 'delivered', at: now });
        return;
      }
      if (!(await lockJob(tx, held))) return;
      const polls = held.asked_by === null ? held.polls + 1 : held.polls;
      const at = FINAL.includes(outcome.result) ? null : nextTry(now, polls, chance());
      await markUndelivered(tx, held, at && { at, polls });
      if (at === null) await recordEnd(tx, held, found, { status: 'failed', at: now });
    });
  }

  return async function notify(job: Job): Promise<'done'> {
    const key = await keyOf(job.merchant_id);
    const begun = await begin(job, key);
    if (!begun) return 'done';
    const outcome = await sent(begun);
    await end(begun, outcome);
    onPosted?.(outcome.result);
    return 'done';
  };
}

/** A started post, and what it is about. */
interface Begun {
  held: HeldJob;
  found: ToPost;
  attempt: Attempt;
}

/** Records that delivery was given up, or that it succeeded after a user asked for it, in the record's history. */
async function recordEnd(
  tx: Tx,
  { merchant_id }: HeldJob,
  { about, endpointId, url }: ToPost,
  { status, at }: { status: 'delivered' | 'failed'; at: Date },
) {
  if (!about) return;
  await recordAudit(tx, {
    actor: systemActor(merchant_id),
    action: `${about.resource}.notify_${status}`,
    recordId: about.id,
    after: { notify_status: status, ...(endpointId !== null && { notify_url: url }) },
    at,
  });
}

/** The result of a response. White space around the word is ignored. */
function resultOf(answer: PostAnswer | PostFailure | AddressProblem): NotifyResult {
  if (typeof answer === 'string') return answer;
  const { status, body, isCut } = answer;
  if (status >= 300 && status < 400) return 'redirected';
  if (status !== 200) return 'refused_status';
  return !isCut && body.trim() === NOTIFY_ACKNOWLEDGED ? 'delivered' : 'not_acknowledged';
}

/** Endpoints acknowledge an event by any status of success. */
function resultOfEvent(answer: PostAnswer | PostFailure | AddressProblem): NotifyResult {
  if (typeof answer === 'string') return answer;
  const { status } = answer;
  if (status >= 200 && status < 300) return 'delivered';
  return status >= 300 && status < 400 ? 'redirected' : 'refused_status';
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
