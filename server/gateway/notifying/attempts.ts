import { type RawBuilder, sql } from 'kysely';
import type { NotifyResult } from '#shared/contract/notifyAttempts.ts';
import type { HeaderList, PostedResource, Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import type { Job } from '#server/jobs/jobQueue.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import type { PostAnswer } from '#server/network/postPublicly.ts';

/** A job claimed by this worker. */
export interface HeldJob extends Job {
  resource: PostedResource;
  /** The user who asked for this attempt. */
  asked_by: string | null;
}

/** A started post. */
export interface Attempt {
  number: number;
  url: string;
  headers: HeaderList;
  body: string;
}

export interface Outcome {
  result: NotifyResult;
  durationMs: number;
  answer: PostAnswer | null;
}

/** Locks the job until the transaction ends. Undefined if another worker or a user has taken it in the meantime. */
export async function lockJob(tx: Tx, job: Job): Promise<HeldJob | undefined> {
  const { rows } = await sql<HeldJob>`
    select merchant_id, record_id as id, resource, due_at, polls, asked_by from notify_jobs
    where merchant_id = ${job.merchant_id} and record_id = ${job.id} and due_at = ${job.due_at} for update`.execute(tx);
  return rows[0];
}

/** Records a post before it is sent. An attempt still open at that time was interrupted. */
export async function beginAttempt(tx: Tx, job: HeldJob, sent: Omit<Attempt, 'number'>, at: Date): Promise<Attempt> {
  const { merchant_id, id: record_id, resource, asked_by: sent_by } = job;
  await tx
    .updateTable('notify_attempts')
    .set({ result: 'interrupted' satisfies NotifyResult })
    .where('merchant_id', '=', merchant_id)
    .where('record_id', '=', record_id)
    .where('result', 'is', null)
    .execute();
  const last = await tx
    .selectFrom('notify_attempts')
    .where('merchant_id', '=', merchant_id)
    .where('record_id', '=', record_id)
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  const { url, headers, body: request_body } = sent;
  await tx
    .insertInto('notify_attempts')
    .values({
      merchant_id,
      record_id,
      number,
      resource,
      at,
      sent_by,
      url,
      request_body,
      request_headers: JSON.stringify(headers),
      duration_ms: null,
      result: null,
      response_status: null,
      response_headers: null,
      response_body: null,
    })
    .execute();
  return { number, ...sent };
}

/** SQL for the body of the newest attempt that was sent, or null. @param id of the record or delivery */
export function sentBody(merchantId: string, id: string): RawBuilder<string | null> {
  return sql`(
    select a.request_body from notify_attempts a
    where a.merchant_id = ${merchantId} and a.record_id = ${id} and a.request_body <> ''
    order by a.number desc limit 1
  )`;
}

/** Records the result, also if the worker was so late that the attempt had been given up. */
export async function endAttempt(
  tx: Tx,
  { merchant_id, id }: Job,
  number: number,
  { result, durationMs, answer }: Outcome,
): Promise<void> {
  await tx
    .updateTable('notify_attempts')
    .set({
      result,
      duration_ms: durationMs,
      response_status: answer?.status ?? null,
      response_headers: answer && JSON.stringify(answer.headers),
      response_body: answer && storable(answer.body),
      response_cut: answer?.isCut ?? false,
    })
    .where('merchant_id', '=', merchant_id)
    .where('record_id', '=', id)
    .where('number', '=', number)
    .execute();
}

/** Delivered is final, so the job is removed even if another worker has claimed it. */
export async function markDelivered(tx: Tx, job: HeldJob): Promise<void> {
  await notifyJobs.remove(tx, job.merchant_id, job.id);
  await updateRow(tx, job.resource, job, { notify_status: 'delivered' });
}

/** Puts the job off, or gives it up (null). An attempt that a user asked for doesn't use up an automatic one. */
export async function markUndelivered(
  tx: Tx,
  { merchant_id, id, resource }: HeldJob,
  next: { at: Date; polls: number } | null,
): Promise<void> {
  if (next) {
    await tx
      .updateTable('notify_jobs')
      .set({ due_at: next.at, polls: next.polls, asked_by: null })
      .where('merchant_id', '=', merchant_id)
      .where('record_id', '=', id)
      .execute();
    return;
  }
  await notifyJobs.remove(tx, merchant_id, id);
  await tx
    .updateTable(resource)
    .set({ notify_status: 'failed' })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('notify_status', '=', 'pending')
    .execute();
}

/** PostgreSQL can't store NUL in text. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
