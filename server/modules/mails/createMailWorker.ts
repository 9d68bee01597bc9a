import { addMilliseconds } from 'date-fns/addMilliseconds';
import { millisecondsInHour as HOUR, millisecondsInMinute as MINUTE } from 'date-fns/constants';
import type { DbOrTx } from '#server/db/schema.ts';
import { createProcessor, type Processor, type ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { type Job, mailJobs } from '#server/jobs/jobQueue.ts';
import { MailDelayedError, MailRefusedError, type SendMail } from '#server/network/createMailer.ts';
import type { Services } from '#server/services.ts';
import type { MailJob, PreparedMail, PrepareMail } from './service.ts';

/** A claim is renewed when the message is complete, and lasts longer than a mail server may take to accept it. */
const MAIL_TIMES: ProcessorTimes = { atOnce: 2, ofTenant: 1, leaseMs: 10 * MINUTE, answerMs: 0, idleMs: 5_000 };

/** Delay after each failed attempt except the last: 22 hours altogether. */
const DELAYS_MS: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];

interface Sending {
  send: SendMail;
  prepare: Readonly<Record<MailJob['kind'], PrepareMail>>;
}

/** Worker that sends the queued messages. */
export function createMailWorker(
  deps: Pick<Services, 'db' | 'clock' | 'log' | 'metrics'>,
  { send, prepare }: Sending,
): Processor {
  const { db, clock, log, metrics } = deps;
  const meter = metrics.worker('mails', () => mailJobs.depth(db.kysely, clock.now()));

  /**
   * Renews the claim, and records the message unless an earlier attempt has.
   * @returns undefined if another worker has the job
   */
  async function renewClaim(job: MailJob, record: PreparedMail['record']): Promise<MailJob | undefined> {
    const at = clock.now();
    return db.transaction(async (tx) => {
      const renewed = await tx
        .updateTable('mail_jobs')
        .set({ due_at: addMilliseconds(at, MAIL_TIMES.leaseMs), is_recorded: true })
        .where('merchant_id', '=', job.merchant_id)
        .where('mail_id', '=', job.mail_id)
        .where('due_at', '=', job.due_at)
        .returningAll()
        .executeTakeFirst();
      if (renewed && !job.is_recorded) await record?.(tx, at);
      return renewed;
    });
  }

  async function remove({ merchant_id, mail_id }: MailJob): Promise<void> {
    await db.transaction((tx) => mailJobs.remove(tx, merchant_id, mail_id));
  }

  /** Puts a message off, or gives it up. */
  async function fail(job: MailJob, error: unknown): Promise<'delayed' | 'failed'> {
    const known = error instanceof MailRefusedError || error instanceof MailDelayedError;
    const why = { id: job.mail_id, kind: job.kind, ...(known ? { reason: error.reason } : { err: error }) };
    const delay = error instanceof MailRefusedError ? undefined : DELAYS_MS[job.polls];
    if (delay === undefined) {
      await remove(job);
      log.error(why, "An email couldn't be sent; given up");
      return 'failed';
    }
    await mailJobs.putOff(db.kysely, { ...job, id: job.mail_id }, addMilliseconds(clock.now(), delay));
    log.warn(why, "An email couldn't be sent; will retry");
    return 'delayed';
  }

  async function deliver(claimed: Job): Promise<'done'> {
    let job = await findJob(db.kysely, claimed);
    if (!job) return 'done';
    try {
      const prepared = await prepare[job.kind](job);
      if (prepared) {
        job = await renewClaim(job, prepared.record);
        if (!job) return 'done';
        await send(prepared.mail);
      }
      await remove(job);
      metrics.mailTried(prepared ? 'sent' : 'cancelled');
    } catch (error) {
      if (job) metrics.mailTried(await fail(job, error));
    }
    return 'done';
  }

  return createProcessor({ db, clock, log, meter }, { queue: mailJobs, subject: 'mail', work: deliver }, MAIL_TIMES);
}

/** The job, unless its claim has expired and another worker has it. */
function findJob(db: DbOrTx, { merchant_id, id, due_at }: Job): Promise<MailJob | undefined> {
  return db
    .selectFrom('mail_jobs')
    .where('merchant_id', '=', merchant_id)
    .where('mail_id', '=', id)
    .where('due_at', '=', due_at)
    .selectAll()
    .executeTakeFirst();
}
