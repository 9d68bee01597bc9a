import { sql } from 'kysely';
import type { NotifyResult } from '#shared/contract/notifyAttempts.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import type { NotifiedResource, Tx } from '#server/db/schema.ts';
import type { WorkerMeter } from '#server/jobs/jobQueue.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import { findResult } from '#server/modules/gateway/gatewayRecords.ts';
import { currentKey } from '#server/modules/signingKeys/merchantKeys.ts';
import { notifyUrlProblem, type NotifyRules } from '#server/network/notifyUrl.ts';
import { postPublicly } from '#server/network/postPublicly.ts';
import { createProcessor, type Processor, type ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { type HeldJob, sentBody } from './attempts.ts';
import { createNotifier, type ToPost } from './createNotifier.ts';
import { eventToPost, recordOnEndpoint } from './eventToPost.ts';
import { headersOf, newNonce, resultIn, signedBody } from './signedBody.ts';

/** Time-out for a merchant's server, in milliseconds; much shorter than a claim. */
const TIMEOUT_MS = 10_000;
/** Maximum stored size of a response, in bytes. */
const MOST_BYTES = 4096;

/** More concurrent jobs than for payouts, because they mostly wait for merchants' servers. */
export const NOTIFIER_TIMES: ProcessorTimes = {
  atOnce: 64,
  ofTenant: 4,
  leaseMs: 60_000,
  answerMs: TIMEOUT_MS,
  idleMs: 500,
};

interface NotifyingDeps extends Partial<NotifyRules> {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  log: DbLog;
  /** Random number in [0, 1) for the back-off. */
  chance?: () => number;
  meter?: WorkerMeter;
  /** Called with the result of each post. */
  onPosted?: (result: NotifyResult) => void;
}

/** Worker that posts orders' results to merchants' servers, and events to their webhook endpoints. */
export function notifying(deps: NotifyingDeps, times: ProcessorTimes = NOTIFIER_TIMES): Processor {
  const { db, clock, cipher, chance = Math.random, onPosted } = deps;
  const { privateNotifyUrls = false, notifyUrlPorts = [80, 443] } = deps;
  const rules = { privateNotifyUrls, notifyUrlPorts };
  const limits = { timeoutMs: times.answerMs, mostBytes: MOST_BYTES, allowPrivate: privateNotifyUrls };
  const work = createNotifier({
    db,
    clock,
    toPost: (tx, job, signing) => {
      const { resource } = job;
      return resource === 'webhook_deliveries'
        ? eventToPost(tx, { cipher, at: signing.at }, job)
        : resultToPost(tx, { ...job, resource }, signing);
    },
    onEndpoint: recordOnEndpoint,
    chance,
    onPosted,
    keyOf: (merchantId) => currentKey({ db, clock, cipher }, merchantId),
    post: async ({ url, ...asked }) => {
      if (!URL.canParse(url)) return 'invalid_address';
      if (notifyUrlProblem(url, rules)?.key === 'url_port') return 'port_not_allowed';
      return postPublicly({ url: new URL(url), ...asked }, limits);
    },
  });
  return createProcessor(deps, { queue: notifyJobs, subject: 'notification', work }, times);
}

/**
 * The result of a record for its `notify_url`, signed with the merchant's key. An attempt that a user asked for repeats
 * what was sent before, which the user has seen.
 */
async function resultToPost(
  tx: Tx,
  { merchant_id, id, resource, asked_by }: HeldJob & { resource: NotifiedResource },
  { key, at }: { key: string | undefined; at: Date },
): Promise<ToPost | undefined> {
  const { rows } = await sql<{ merchant_no: string; sent_body: string | null }>`
    select m.merchant_no, ${sentBody(merchant_id, id)} as sent_body
    from merchants m where m.merchant_id = ${merchant_id}`.execute(tx);
  const [merchant] = rows;
  const found = await findResult(tx, merchant_id, { resource, id });
  if (!merchant || !found || found.url === null) return undefined;
  const toPost = { url: found.url, about: { resource, id }, endpointId: null };
  if (key === undefined) return { ...toPost, message: null, refusal: 'no_key' };
  const sent = asked_by !== null && merchant.sent_body !== null ? resultIn(merchant.sent_body) : undefined;
  const body = signedBody(sent ?? found.result, { merchantNo: merchant.merchant_no, at, nonce: newNonce() }, key);
  return { ...toPost, message: { headers: headersOf(body), body } };
}
