import type { Kysely } from 'kysely';
import type { NotifyResult } from '#shared/contract/notifyAttempts.ts';
import type { Clock } from './clock.ts';
import type { Cipher } from './crypto/dataKey.ts';
import type { Db } from './db/connect.ts';
import type { DbLog } from './db/dbLog.ts';
import type { Database, NotifiedResource } from './db/schema.ts';
import { createNotifier, type ResultToPost } from './gateway/notifying/createNotifier.ts';
import { createProcessor, type Processor, type ProcessorTimes } from './gateway/work/createProcessor.ts';
import { notifyJobs } from './jobs/notifyJobs.ts';
import type { WorkerMeter } from './jobs/WorkerMeter.ts';
import { findOrder, findPayout } from './modules/gateway/found.ts';
import { presentOrder, presentPayout } from './modules/gateway/present.ts';
import { createMerchantKeys } from './modules/merchantKeys/service.ts';
import { notifyUrlProblem } from './network/notifyUrl.ts';
import { postPublicly } from './network/postPublicly.ts';

/** How long a merchant's server may take for all of its answer, in milliseconds; a lease is much longer. */
const TIMEOUT_MS = 10_000;
/** How much of what a merchant's server answers is kept, in bytes. */
const MOST_BYTES = 4096;

/** More at once than of payouts: most of the time is spent waiting for servers that are not ours. */
export const NOTIFIER_TIMES: ProcessorTimes = {
  ...{ atOnce: 64, ofTenant: 4, leaseMs: 60_000, answerMs: TIMEOUT_MS, idleMs: 500 },
};

interface NotifyingMeans {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  log: DbLog;
  /** Results may be posted into this network, as `PRIVATE_NOTIFY_URLS` says. */
  allowPrivate: boolean;
  /** As `NOTIFY_URL_PORTS` says; 80 and 443 when absent. */
  ports?: readonly number[];
  /** From 0 up to 1, for the back-off. */
  chance?: () => number;
  meter?: WorkerMeter;
  /** Told how each post has ended. */
  onPosted?: (result: NotifyResult) => void;
}

/** Posts orders' results to merchants' servers. */
export function notifying(means: NotifyingMeans, times: ProcessorTimes = NOTIFIER_TIMES): Processor {
  const { allowPrivate, ports: notifyUrlPorts = [80, 443], chance = Math.random } = means;
  const rules = { privateNotifyUrls: allowPrivate, notifyUrlPorts };
  const keys = createMerchantKeys({ ...means, maxGraceHours: 0 });
  const limits = { timeoutMs: times.answerMs, mostBytes: MOST_BYTES, allowPrivate };
  const work = createNotifier({
    ...{ ...means, toPost, chance },
    keyOf: (merchantId) => keys.currentKey(merchantId),
    post: async ({ url, ...asked }) => {
      if (!URL.canParse(url)) return 'invalid_address';
      if (notifyUrlProblem(url, rules)?.key === 'url_port') return 'port_not_allowed';
      return postPublicly({ url: new URL(url), ...asked }, limits);
    },
  });
  return createProcessor(means, { queue: notifyJobs, subject: 'notification', work }, times);
}

async function toPost(
  db: Kysely<Database>,
  merchantId: string,
  { resource, id }: { resource: NotifiedResource; id: string },
): Promise<ResultToPost | undefined> {
  const merchant = await db
    .selectFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .select('merchant_no')
    .executeTakeFirst();
  const found =
    resource === 'orders' ? await presented(findOrder, presentOrder) : await presented(findPayout, presentPayout);
  return merchant && found && { merchantNo: merchant.merchant_no, ...found };

  async function presented<Row extends { notify_url: string | null }>(
    find: (db: Kysely<Database>, merchantId: string, by: { id: string }) => Promise<Row | undefined>,
    present: (row: Row) => ResultToPost['result'],
  ) {
    const row = await find(db, merchantId, { id });
    return row && row.notify_url !== null ? { url: row.notify_url, result: present(row) } : undefined;
  }
}
