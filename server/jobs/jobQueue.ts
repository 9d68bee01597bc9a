import { addHours } from 'date-fns/addHours';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { later } from '#server/db/later.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';

/** Metrics of a background worker. */
export interface WorkerMeter {
  /** The worker has polled, whether or not there was work. */
  looked(): void;
  /** A job is done. */
  worked(): void;
  /** A job or a poll has failed. */
  failed(): void;
}

export const UNMETERED: WorkerMeter = { looked: () => {}, worked: () => {}, failed: () => {} };

/** Remaining work of a worker, over all processes. */
export interface QueueDepth {
  /** Due and not claimed. */
  due: number;
  /** Claimed or put off. */
  later: number;
}

/** Counting stops here. */
export const DEEPEST_COUNTED = 100_000;

/**
 * Longer than workers put off jobs: notifications wait 13 hours before their last attempt. A day with a change of clocks may be
 * longer, but a schedule that is looked at early is put off again.
 */
const LONGEST_HOURS = 24;

const QUEUES = [
  'order_jobs',
  'payout_jobs',
  'refund_jobs',
  'notify_jobs',
  'task_jobs',
  'import_jobs',
  'mail_jobs',
  'schedule_jobs',
] as const;

/** A job claimed by a worker until `due_at`. */
export interface Job {
  merchant_id: string;
  /** ID of the record. */
  id: string;
  due_at: Date;
  /** Number of times it was put off. */
  polls: number;
}

interface Claim {
  now: Date;
  until: Date;
  most: number;
  /** Maximum per tenant; unlimited if absent. */
  mostOfTenant?: number;
  /** Tenants to skip. */
  without?: readonly string[];
}

/** Queue of work on records of one kind. Rows are inserted and deleted in the transaction of the record. */
export interface JobQueue {
  /** Adds jobs for new records of one tenant, with the next statement. @param due when a worker may claim them */
  add(tx: Tx, merchantId: string, ids: readonly string[], due: Date): Promise<void>;
  /** Removes the job of a finished record. No-op if there is none, as in the demo's history. */
  remove(tx: Tx, merchantId: string, id: string): Promise<void>;
  /**
   * Claims due jobs and hides them from other workers until `until`: of each tenant one, then of each another, longest due
   * first. So a tenant with many jobs doesn't delay the others.
   */
  claim(db: Db, asked: Claim): Promise<Job[]>;
  /** Size of the queue. */
  depth(db: DbOrTx, now: Date): Promise<QueueDepth>;
  /** Makes a job due now, even while it is claimed: the record is then processed once more. */
  makeDue(db: DbOrTx, merchantId: string, id: string, now: Date): Promise<void>;
  /** Releases a job until `due`. No-op if the claim has expired and another worker has it. */
  putOff(db: DbOrTx, job: Job, due: Date): Promise<void>;
}

/** Workers that may poll at the same moment and still each find unclaimed jobs. */
const WORKERS = 4;

/** A queue of orders that are sent to banks. */
interface SentJobQueue extends JobQueue {
  /**
   * Records the bank's books before an order is sent there.
   * @returns false if they were recorded before, or the order has ended
   */
  sendTo(db: DbOrTx, merchantId: string, id: string, books: string): Promise<boolean>;
  /** Statement like `sendTo`, for jobs of one tenant, to be combined with others. Returns the IDs that had none recorded. */
  sending(merchantId: string, sent: readonly { id: string; books: string }[]): RawBuilder<{ id: string }>;
  /** Number of times that the bank was asked without a result; 0 if the order has ended. */
  polls(db: DbOrTx, merchantId: string, id: string): Promise<number>;
}

export const payoutJobs = sentJobQueue('payout_jobs', 'payout_id');
export const refundJobs = sentJobQueue('refund_jobs', 'refund_id');
export const orderJobs = sentJobQueue('order_jobs', 'order_id');
export const taskJobs = jobQueue('task_jobs', 'task_id');
export const importJobs = jobQueue('import_jobs', 'import_id');
export const scheduleJobs = jobQueue('schedule_jobs', 'schedule_id');
/** Its rows need more columns than `add` fills. */
export const mailJobs: Omit<JobQueue, 'add'> = jobQueue('mail_jobs', 'mail_id');

function sentJobQueue(table: 'payout_jobs' | 'order_jobs' | 'refund_jobs', idColumn: string): SentJobQueue {
  return {
    ...jobQueue(table, idColumn),
    async sendTo(db, merchantId, recordId, books) {
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set sent_to = ${books}
        where merchant_id = ${merchantId} and ${sql.ref(idColumn)} = ${recordId} and sent_to is null`.execute(db);
      return numAffectedRows === 1n;
    },
    sending(merchantId, sent) {
      return sql`
        update ${sql.table(table)} j set sent_to = sent.books
        from json_to_recordset(${JSON.stringify(sent)}::json) sent (id uuid, books text)
        where j.merchant_id = ${merchantId} and j.${sql.ref(idColumn)} = sent.id and j.sent_to is null
        returning sent.id`;
    },
    async polls(db, merchantId, recordId) {
      const { rows } = await sql<{ polls: number }>`
        select polls from ${sql.table(table)}
        where merchant_id = ${merchantId} and ${sql.ref(idColumn)} = ${recordId}`.execute(db);
      return rows[0]?.polls ?? 0;
    },
  };
}

export function jobQueue(table: (typeof QUEUES)[number], idColumn: string): JobQueue {
  const jobs = sql.table(table);
  const id = sql.ref(idColumn);
  const claims = claiming(table, idColumn);
  const isOf = (merchantId: string, recordId: string) => sql`merchant_id = ${merchantId} and ${id} = ${recordId}`;
  return {
    async add(tx, merchantId, ids, due) {
      const insert = sql`
        insert into ${jobs} (merchant_id, ${id}, due_at)
        select ${merchantId}::uuid, unnest(${[...ids]}::uuid[]), ${due}::timestamptz`;
      await later(tx, insert);
    },

    async remove(tx, merchantId, recordId) {
      await sql`delete from ${jobs} where ${isOf(merchantId, recordId)}`.execute(tx);
    },

    async claim(db, { now, until, most, mostOfTenant, without = [] }) {
      const looked = most * WORKERS;
      return db.single<Job>(claims, [now, until, most, looked, mostOfTenant ?? looked, without.join()]);
    },

    async depth(db, now) {
      const { rows } = await sql<{ due: number; all: number }>`
        select count(*) filter (where due_at <= ${now})::integer as due, count(*)::integer as all
        from (select due_at from ${jobs} limit ${DEEPEST_COUNTED}) counted`.execute(db);
      const { due, all } = rows[0] ?? { due: 0, all: 0 };
      return { due, later: all - due };
    },

    async makeDue(db, merchantId, recordId, now) {
      await sql`update ${jobs} set due_at = ${now} where ${isOf(merchantId, recordId)} and due_at > ${now}`.execute(db);
    },

    async putOff(db, job, due) {
      await sql`
        update ${jobs} set due_at = ${due}, polls = ${job.polls + 1}
        where ${isOf(job.merchant_id, job.id)} and due_at = ${job.due_at}`.execute(db);
    },
  };
}

/** Skip-scans the index by tenant, so jobs that aren't due cost nothing. */
function claiming(jobs: string, id: string): string {
  return `
    with recursive tenants (merchant_id) as (
      (select merchant_id from ${jobs} order by merchant_id limit 1)
      union all
      select (select j.merchant_id from ${jobs} j where j.merchant_id > t.merchant_id order by j.merchant_id limit 1)
      from tenants t where t.merchant_id is not null
    ), longest as (
      select jobs.*, row_number() over (partition by jobs.merchant_id order by jobs.due_at) as place
      from tenants t, lateral (
        select j.merchant_id, j.${id}, j.due_at from ${jobs} j
        where j.merchant_id = t.merchant_id and j.due_at <= $1
        order by j.due_at limit $5
      ) jobs where t.merchant_id <> all (string_to_array($6, ',')::uuid[])
      order by place, jobs.due_at limit $4
    ), due as materialized (
      select j.merchant_id, j.${id} from longest l
      join ${jobs} j on j.merchant_id = l.merchant_id and j.${id} = l.${id}
      where j.due_at <= $1
      order by l.place, l.due_at limit $3 for update of j skip locked
    )
    update ${jobs} j set due_at = $2 from due
    where j.merchant_id = due.merchant_id and j.${id} = due.${id}
    returning j.merchant_id, j.${id} as id, j.due_at, j.polls`;
}

/**
 * Resets jobs that were put off by a clock far in the future, such as that of a computer with an empty CMOS battery
 * before time synchronisation. Otherwise their money would wait for that date. Runs hourly.
 */
export async function resetFarFutureJobs({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const latest = addHours(now, LONGEST_HOURS);
  for (const queue of QUEUES) {
    await sql`update ${sql.table(queue)} set due_at = ${now} where due_at > ${latest}`.execute(kysely);
  }
}
