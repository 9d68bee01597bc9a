import { sql, type Transaction } from 'kysely';
import type { NotifyResult } from '#shared/contract/notifyAttempts.ts';
import type { Database, HeaderList, NotifiedResource } from '#server/db/schema.ts';
import type { Job } from '#server/jobs/jobQueue.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import type { PostAnswer } from '#server/network/postPublicly.ts';

type Tx = Transaction<Database>;

/** A job that this worker still has. */
export interface HeldJob extends Job {
  resource: NotifiedResource;
  /** The user who wants this try. */
  asked_by: string | null;
}

/** A post that has begun. */
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

/** The job, locked until the transaction ends; undefined when another worker, or a person, has taken it meanwhile. */
export async function lockJob(tx: Tx, job: Job): Promise<HeldJob | undefined> {
  const { rows } = await sql<HeldJob>`
    select merchant_id, record_id as id, resource, due_at, polls, asked_by from notify_jobs
    where merchant_id = ${job.merchant_id} and record_id = ${job.id} and due_at = ${job.due_at} for update`.execute(tx);
  return rows[0];
}

/** Writes down what is about to be sent. What was under way before was cut off, or this could not begin. */
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

/** Completes it, also when the worker was so late that it had been given up. */
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

/** What has been delivered once has been: of that nothing is left to be done, whoever is at it. */
export async function markDelivered(tx: Tx, { merchant_id, id, resource }: HeldJob): Promise<void> {
  await notifyJobs.remove(tx, merchant_id, id);
  await tx
    .updateTable(resource)
    .set({ notify_status: 'delivered' })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
}

/** Puts it off, or gives it up (null). A try that somebody asked for takes none of its own away. */
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

/** PostgreSQL keeps no NUL in a text. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
