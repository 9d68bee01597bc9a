import { sql } from 'kysely';
import type { NotifiedResource, PostedResource, Tx } from '#server/db/schema.ts';
import { jobQueue, type JobQueue } from './jobQueue.ts';

/** A finished record or an event that is to be posted to a merchant's server. */
interface Notified {
  merchantId: string;
  resource: PostedResource;
  id: string;
}

/** Queue of results to post, which `queueEvents` fills. */
interface NotifyQueue extends Omit<JobQueue, 'add'> {
  /**
   * Makes a job due because a user asks for it, also if delivery was given up; then it gets only this attempt.
   * @param spent attempts of a job that was given up
   * @returns false if an attempt is running or about to
   */
  hasten(tx: Tx, of: Notified, asked: { askedBy: string; at: Date; spent: number }): Promise<boolean>;
}

export const notifyJobs: NotifyQueue = {
  ...jobQueue('notify_jobs', 'record_id'),
  // Doesn't count as an attempt, because the work failed before one.
  async putOff(db, { merchant_id, id, due_at }, due) {
    await sql`
      update notify_jobs set due_at = ${due}
      where merchant_id = ${merchant_id} and record_id = ${id} and due_at = ${due_at}`.execute(db);
  },
  async hasten(tx, { merchantId, resource, id }, { askedBy, at, spent }) {
    const { rows: made } = await sql`
      insert into notify_jobs (merchant_id, record_id, resource, due_at, polls, asked_by)
      values (${merchantId}, ${id}, ${resource}, ${at}, ${spent}, ${askedBy})
      on conflict (merchant_id, record_id) do nothing returning record_id`.execute(tx);
    if (made.length > 0) return true;
    const { rows: hastened } = await sql`
      update notify_jobs j set due_at = ${at}, asked_by = ${askedBy}
      where j.merchant_id = ${merchantId} and j.record_id = ${id} and j.due_at > ${at} and not exists (
        select from notify_attempts a
        where a.merchant_id = j.merchant_id and a.record_id = j.record_id and a.result is null
      ) returning j.record_id`.execute(tx);
    return hastened.length > 0;
  },
};

/** True for the resources that have a result. */
export function isNotified(resource: string): resource is NotifiedResource {
  return resource === 'orders' || resource === 'payouts' || resource === 'refunds';
}
