import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** Longer than any worker puts a job off by itself: notifications wait 13 hours before their last try. */
const LONGEST_HOURS = 24;

const QUEUES = ['order_jobs', 'payout_jobs', 'notify_jobs'] as const;

/**
 * Makes jobs due that were put off by a clock which ran far ahead, as that of a computer whose battery is empty until it
 * has heard of the time: money would wait until the clock has come to that day. For an hourly task.
 */
export async function bringBackJobs({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + LONGEST_HOURS * 3_600_000);
  for (const queue of QUEUES) {
    await sql`update ${sql.table(queue)} set due_at = ${now} where due_at > ${latest}`.execute(kysely);
  }
}
