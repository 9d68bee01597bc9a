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

/** A tenant that has due jobs. */
export interface DueTenant {
  merchant_id: string;
  /** Number of its due jobs. */
  due: number;
}

export interface Claim {
  merchantId: string;
  now: Date;
  until: Date;
  /** Number of jobs. */
  most: number;
}

/** Queue of work on records of one kind. Rows are inserted and deleted in the transaction of the record. */
export interface JobQueue {
  /** Adds jobs for new records of one tenant, with the next statement. @param due when a worker may claim them */
  add(tx: Tx, merchantId: string, ids: readonly string[], due: Date): Promise<void>;
  /** Removes the job of a finished record. No-op if there is none, as in the demo's history. */
  remove(tx: Tx, merchantId: string, id: string): Promise<void>;
  /** The tenants that have due jobs, longest due first; at most 1,000. Takes no locks. */
  dueTenants(db: Db, now: Date): Promise<DueTenant[]>;
  /** Claims due jobs of one tenant, longest due first, and hides them from other workers until `until`. */
  claim(db: Db, asked: Claim): Promise<Job[]>;
  /** Size of the queue. */
  depth(db: DbOrTx, now: Date): Promise<QueueDepth>;
  /** Makes a job due now, even while it is claimed: the record is then processed once more. */
  makeDue(db: DbOrTx, merchantId: string, id: string, now: Date): Promise<void>;
  /** Releases a job until `due`. No-op if the claim has expired and another worker has it. */
  putOff(db: DbOrTx, job: Job, due: Date): Promise<void>;
}

/** More tenants than workers have places for. */
const MOST_LISTED = 1_000;

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
  const listing = listingDue(table);
  const claiming = claimingOf(table, idColumn);
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

    async dueTenants(db, now) {
      return db.single<DueTenant>(listing, [now]);
    },

    async claim(db, { merchantId, now, until, most }) {
      return db.single<Job>(claiming, [merchantId, now, until, most]);
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

/** Reads the whole index, a page of which has some 200 jobs: without due ones, 0.4 ms for 100,000 jobs. */
function listingDue(jobs: string): string {
  return `
    select merchant_id, count(*)::integer as due from ${jobs} where due_at <= $1
    group by merchant_id order by min(due_at) limit ${MOST_LISTED}`;
}

/**
 * Reads the tenant's jobs twice at most, whatever the plan. A plan that was made while the queue was nearly empty joined them with the
 * due ones by reading them once for each.
 */
function claimingOf(jobs: string, id: string): string {
  return `
    with due as materialized (
      select ${id} from ${jobs} where merchant_id = $1 and due_at <= $2
      order by due_at limit $4 for update skip locked
    )
    update ${jobs} set due_at = $3 where merchant_id = $1 and ${id} = any (array(select ${id} from due))
    returning merchant_id, ${id} as id, due_at, polls`;
}

/**
 * Resets jobs that were put off by a clock far in the future, such as that of a computer with an empty CMOS battery
 * before time synchronisation. Otherwise their money would wait for that date. Runs hourly.
 */
export async function resetFarFutureJobs({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const latest = addHours(now, LONGEST_HOURS);
  for (const queue of QUEUES) {
    const jobs = sql.table(queue);
    const { rows: tenants } = await sql<Pick<Job, 'merchant_id'>>`
      select distinct merchant_id from ${jobs} where due_at > ${latest}`.execute(kysely);
    for (const { merchant_id: tenant } of tenants) {
      await sql`update ${jobs} set due_at = ${now} where merchant_id = ${tenant} and due_at > ${latest}`.execute(
        kysely,
      );
    }
  }
}
