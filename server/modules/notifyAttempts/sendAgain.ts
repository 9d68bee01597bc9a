import { subHours } from 'date-fns/subHours';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { NOTIFY_TRIES } from '#shared/contract/notifyAttempts.ts';
import { assertFewEntries } from '#server/audit/readAudit.ts';
import { recordAudits } from '#server/audit/recordAudit.ts';
import type { NotifiedResource, Tx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import {
  type AppError,
  ConflictError,
  NotFoundError,
  TooManyRequestsError,
  orNotFound,
  assertFewLately,
} from '#server/errors.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import type { Actor } from '#server/resources/RecordSource.ts';

/** The field with a record's own number. A refund's `order_no` is that of the refunded order. */
const NUMBER = { orders: 'order_no', payouts: 'order_no', refunds: 'refund_no' } as const;

/** Requests per delivery and hour. */
const MOST_ASKED = 5;

/** A result or event that is to be posted once more. */
interface Wanted {
  /** The record that it is about. */
  resource: NotifiedResource;
  record_id: string;
  /** ID of the record, or of the delivery to `endpoint_id`. */
  id: string;
  /** Null for the record's `notify_url`. */
  endpoint_id: string | null;
  number: string;
  notify_url: string | null;
  notify_status: string;
}

/**
 * Makes a result's notification due immediately. Doesn't use up an automatic attempt.
 *
 * @throws {NotFoundError} if the tenant has no such record
 * @throws {ConflictError} `not_notified` if it has no address or result; `notify_under_way` if an attempt is running
 * @throws {TooManyRequestsError} if it is requested too often
 */
export async function sendAgain(
  tx: Tx,
  actor: Actor,
  { resource, id, at }: { resource: NotifiedResource; id: string; at: Date },
): Promise<void> {
  const records = tx.selectFrom(resource).where('merchant_id', '=', actor.merchantId).where('id', '=', idOrNone(id));
  const number = sql.ref<string>(NUMBER[resource]).as('number');
  const record = await records.select(['id', 'notify_url', 'notify_status', number]).executeTakeFirst();
  const wanted = { ...orNotFound(record), resource, record_id: id, endpoint_id: null };
  const refusal = await hastened(tx, actor, wanted, at);
  if (refusal) throw refusal;
  await assertFew(tx, actor, wanted, at);
  await recordAudits(tx, [entryOf(actor, wanted, at)]);
}

/**
 * Does the same for several records that aren't delivered. Skips those that are delivered, being sent, or were requested
 * too often.
 *
 * @returns the number of notifications that will be sent
 * @throws the reason of the first record if none will be sent; NotFoundError if the tenant has none of them
 */
export async function sendAllAgain(tx: Tx, actor: Actor, ids: readonly string[], at: Date): Promise<{ done: number }> {
  const sent: Wanted[] = [];
  const refusals: AppError[] = [];
  for (const record of await undelivered(tx, actor.merchantId, ids)) {
    const refusal = (await tooOften(tx, actor, record, at)) ?? (await hastened(tx, actor, record, at));
    if (refusal) refusals.push(refusal);
    else sent.push(record);
  }
  if (sent.length === 0) throw refusals[0] ?? new NotFoundError();
  // The log is locked after all jobs, in the same order as in a call for one record.
  await recordAudits(
    tx,
    sent.map((record) => entryOf(actor, record, at)),
  );
  return { done: sent.length };
}

/** Sorted by ID, so that concurrent calls lock the same records in the same order. */
async function undelivered(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Wanted[]> {
  const wanted = ids.filter((id) => isUuid(id));
  if (wanted.length === 0) return [];
  const { rows } = await sql<Wanted>`
    select case order_type when 'collection' then 'orders' when 'payout' then 'payouts' else 'refunds' end as resource,
      record_id, id, endpoint_id, order_no as number, notify_url, status as notify_status
    from v_webhook_notifications
    where merchant_id = ${merchantId} and id in (${sql.join(wanted)}) and status in ('pending', 'failed')
    order by id`.execute(tx);
  return rows;
}

/** Makes the job due. @returns why it can't be, or undefined */
async function hastened(tx: Tx, actor: Actor, record: Wanted, at: Date): Promise<ConflictError | undefined> {
  const { id, endpoint_id, notify_url, notify_status } = record;
  const { merchantId, userId } = actor;
  const resource = endpoint_id === null ? record.resource : 'webhook_deliveries';
  if (notify_url === null || notify_status === 'none') return new ConflictError({ id: 'not_notified' });
  const isDue = await notifyJobs.hasten(tx, { merchantId, resource, id }, { askedBy: userId, at, spent: NOTIFY_TRIES });
  return isDue ? undefined : new ConflictError({ id: 'notify_under_way' });
}

async function tooOften(tx: Tx, actor: Actor, record: Wanted, at: Date): Promise<TooManyRequestsError | undefined> {
  try {
    await assertFew(tx, actor, record, at);
    return undefined;
  } catch (error) {
    if (error instanceof TooManyRequestsError) return error;
    throw error;
  }
}

/** @throws {TooManyRequestsError} if it was requested five times in the last hour */
async function assertFew(
  tx: Tx,
  { merchantId }: Actor,
  { resource, id, endpoint_id }: Wanted,
  at: Date,
): Promise<void> {
  if (endpoint_id !== null) return assertFewAttempts(tx, { merchantId, id }, at);
  return assertFewEntries(tx, { merchantId, resource, recordId: id }, [`${resource}.notify`], at);
}

/** Like `assertFewEntries`, because the log has the requests of all endpoints under one record. */
async function assertFewAttempts(
  tx: Tx,
  { merchantId, id }: { merchantId: string; id: string },
  at: Date,
): Promise<void> {
  const asked = await tx
    .selectFrom('notify_attempts')
    .where('merchant_id', '=', merchantId)
    .where('record_id', '=', id)
    .where('sent_by', 'is not', null)
    .where('at', '>', subHours(at, 1))
    .orderBy('number', 'desc')
    .limit(MOST_ASKED)
    .select('at')
    .execute();
  assertFewLately(
    asked.map((attempt) => attempt.at),
    MOST_ASKED,
    at,
  );
}

function entryOf(actor: Actor, { resource, record_id, number, notify_url }: Wanted, at: Date) {
  const after = { [NUMBER[resource]]: number, notify_url };
  return { actor, action: `${resource}.notify`, recordId: record_id, after, at };
}
