import { addMilliseconds } from 'date-fns/addMilliseconds';
import { millisecondsInHour as HOUR, millisecondsInMinute as MINUTE } from 'date-fns/constants';
import { subDays } from 'date-fns/subDays';
import { recordAudit, systemActor } from '#server/audit/recordAudit.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { ForbiddenError } from '#server/errors.ts';
import type { Session } from '#server/http/session.ts';
import { createProcessor, type Processor, type ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { type Job, mailJobs } from '#server/jobs/jobQueue.ts';
import { MailDelayedError, MailRefusedError, type SendMail } from '#server/network/createMailer.ts';
import type { Services } from '#server/services.ts';
import { createStatementMails, type MailDeps, type MailJob, periodOf, type Recipient } from './createStatementMails.ts';

/** A claim is renewed when the file is complete, and lasts longer than a mail server may take to accept it. */
const MAIL_TIMES: ProcessorTimes = { atOnce: 2, ofTenant: 1, leaseMs: 10 * MINUTE, answerMs: 0, idleMs: 5_000 };

/** Delay after each failed attempt except the last: 22 hours altogether. */
const DELAYS_MS: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];

/** Jobs are deleted after this time, such as those left when a server no longer has a mail server. */
const KEPT_DAYS = 3;

type MailerDeps = MailDeps & Pick<Services, 'log' | 'metrics'>;

interface Sending {
  send: SendMail;
  /** A session without a token. @throws {ForbiddenError} if the user can't sign in */
  sessionOf(user: { merchant_id: string; user_id: string }): Promise<Session>;
}

/** Worker that sends monthly statements by email. */
export function createStatementMailer(deps: MailerDeps, sending: Sending): Processor {
  const { db, clock, log, metrics } = deps;
  const meter = metrics.worker('mails', () => mailJobs.depth(db.kysely, clock.now()));
  const work = createDelivery(deps, sending, MAIL_TIMES.leaseMs);
  return createProcessor({ db, clock, log, meter }, { queue: mailJobs, subject: 'mail', work }, MAIL_TIMES);
}

function createDelivery(deps: MailerDeps, { send, sessionOf }: Sending, leaseMs: number) {
  const { db, clock, log, metrics } = deps;
  const write = createStatementMails(deps);

  /** Undefined if the user can't sign in or may not export statements, or doesn't want or can't receive emails. */
  async function recipientOf(job: MailJob): Promise<(Recipient & { username: string }) | undefined> {
    if (!(await mayExport(job))) return undefined;
    const { username, email, statement_mail_language } = await db.kysely
      .selectFrom('users')
      .where('merchant_id', '=', job.merchant_id)
      .where('id', '=', job.user_id)
      .select(['username', 'email', 'statement_mail_language'])
      .executeTakeFirstOrThrow();
    if (email === null || statement_mail_language === null) return undefined;
    return { username, address: email, language: statement_mail_language };
  }

  async function mayExport(job: MailJob): Promise<boolean> {
    try {
      return (await sessionOf(job)).permissions.has('statements.export');
    } catch (error) {
      if (error instanceof ForbiddenError) return false;
      throw error;
    }
  }

  /**
   * Renews the claim, and records the export unless an earlier attempt has.
   * @returns undefined if another worker has the job
   */
  async function renewClaim(job: MailJob, username: string): Promise<MailJob | undefined> {
    const at = clock.now();
    return db.transaction(async (tx) => {
      const renewed = await tx
        .updateTable('mail_jobs')
        .set({ due_at: addMilliseconds(at, leaseMs), is_recorded: true })
        .where('merchant_id', '=', job.merchant_id)
        .where('mail_id', '=', job.mail_id)
        .where('due_at', '=', job.due_at)
        .returningAll()
        .executeTakeFirst();
      if (renewed && !job.is_recorded) {
        const after = { format: 'pdf', ...periodOf(job), currency: '', username };
        const actor = systemActor(job.merchant_id);
        await recordAudit(tx, { actor, action: 'statements.export', recordId: '', after, at });
      }
      return renewed;
    });
  }

  async function remove({ merchant_id, mail_id }: MailJob): Promise<void> {
    await db.transaction((tx) => mailJobs.remove(tx, merchant_id, mail_id));
  }

  /** Puts a message off, or gives it up. */
  async function fail(job: MailJob, error: unknown): Promise<'delayed' | 'failed'> {
    const known = error instanceof MailRefusedError || error instanceof MailDelayedError;
    const why = { id: job.mail_id, ...(known ? { reason: error.reason } : { err: error }) };
    const delay = error instanceof MailRefusedError ? undefined : DELAYS_MS[job.polls];
    if (delay === undefined) {
      await remove(job);
      log.error(why, "A statement couldn't be sent by email; given up");
      return 'failed';
    }
    await mailJobs.putOff(db.kysely, { ...job, id: job.mail_id }, addMilliseconds(clock.now(), delay));
    log.warn(why, "A statement couldn't be sent by email; will retry");
    return 'delayed';
  }

  return async function deliver(claimed: Job): Promise<'done'> {
    let job = await findJob(db.kysely, claimed);
    if (!job) return 'done';
    try {
      const recipient = await recipientOf(job);
      if (recipient) {
        const mail = await write(job, recipient);
        job = await renewClaim(job, recipient.username);
        if (!job) return 'done';
        await send(mail);
      }
      await remove(job);
      metrics.mailTried(recipient ? 'sent' : 'cancelled');
    } catch (error) {
      if (job) metrics.mailTried(await fail(job, error));
    }
    return 'done';
  };
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

/** Deletes jobs that nobody has sent. Runs hourly. */
export async function forgetUnsentMails({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await kysely.deleteFrom('mail_jobs').where('created_at', '<', subDays(now, KEPT_DAYS)).execute();
}
