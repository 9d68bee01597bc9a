import { subDays } from 'date-fns/subDays';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import type { MailJobsTable, Tx } from '#server/db/schema.ts';
import type { Mail } from '#server/network/createMailer.ts';

/** Jobs are deleted after this time, such as those left when a server no longer has a mail server. */
const KEPT_DAYS = 3;

export type MailJob = Selectable<MailJobsTable>;

export interface PreparedMail {
  mail: Mail;
  /** Records that the message is sent, before it is. Not called again if an attempt is repeated. */
  record?(tx: Tx, at: Date): Promise<void>;
}

/** Writes the message of a job, or returns null if the user may not or doesn't want to receive it. */
export type PrepareMail = (job: MailJob) => Promise<PreparedMail | null>;

/** The user that a message is for, with the tenant's name, or null without an address. */
export async function addresseeOf(
  { kysely }: Pick<Db, 'kysely'>,
  { merchant_id, user_id }: Pick<MailJob, 'merchant_id' | 'user_id'>,
) {
  const user = await kysely
    .selectFrom('users as u')
    .innerJoin('merchants as m', 'm.merchant_id', 'u.merchant_id')
    .where('u.merchant_id', '=', merchant_id)
    .where('u.id', '=', user_id)
    .select(['u.username', 'u.email', 'u.language', 'u.status', 'm.name as merchant'])
    .select((eb) => eb.fn.coalesce('u.time_zone', 'm.time_zone').as('time_zone'))
    .executeTakeFirst();
  return user && user.email !== null ? { ...user, email: user.email } : null;
}

/** A message without attachment. */
export function textMail(id: string, to: string, subject: string, paragraphs: readonly string[]): PreparedMail {
  return { mail: { id, to, subject, text: `${paragraphs.join('\n\n')}\n`, attachment: null } };
}

/** Queues messages of one kind to users of a tenant, in the transaction of their cause. */
export async function addMails(
  tx: Tx,
  {
    merchantId,
    userIds,
    at,
    ...message
  }: Pick<MailJob, 'kind' | 'month' | 'data'> & {
    merchantId: string;
    userIds: readonly string[];
    at: Date;
  },
): Promise<void> {
  const job = { merchant_id: merchantId, ...message, is_recorded: false, created_at: at, due_at: at, polls: 0 };
  const rows = userIds.map((user_id) => ({ ...job, mail_id: uuidv7({ msecs: at.getTime() }), user_id }));
  await insertRows(tx, 'mail_jobs', rows);
}

/** Deletes jobs that nobody has sent. Runs hourly. */
export async function forgetUnsentMails(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await forgetRows(db, 'mail_jobs', { key: ['mail_id'], isOld: sql`old.created_at < ${subDays(now, KEPT_DAYS)}` });
}
