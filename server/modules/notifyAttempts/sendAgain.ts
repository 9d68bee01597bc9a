import { subHours } from 'date-fns/subHours';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { NOTIFY_TRIES } from '#shared/contract/notifyAttempts.ts';
import { recordAudits } from '#server/audit/recordAudit.ts';
import type { NotifiedResource, Tx } from '#server/db/schema.ts';
import { idOrNone, inTenant } from '#server/db/rows.ts';
import {
  type AppError,
  ConflictError,
  NotFoundError,
  TooManyRequestsError,
  orNotFound,
  assertFewLately,
} from '#server/errors.ts';
import { isNotified, notifyJobs } from '#server/jobs/notifyJobs.ts';
import type { Actor } from '#server/resources/RecordSource.ts';

/** The field with a record's own number. A refund's `order_no` is that of the refunded order. */
const NUMBER = { orders: 'order_no', payouts: 'order_no', refunds: 'refund_no' } as const;

/** Requests per delivery and hour. */
const MOST_ASKED = 5;

/** A result or event that is to be posted once more. */
interface Wanted {
  /** The record that it is about: an order, a payout, a refund, or of a stored resource. */
  resource: string;
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
 * Makes one notification due immediately. Doesn't use up an automatic attempt.
 *
 * @param of the record, and the ID of the delivery to a webhook endpoint or, for `notify_url`, of the record
 * @throws {NotFoundError} if the tenant has no such record, or the record no such delivery
 * @throws {ConflictError} `not_notified` if the record has no address or result; `endpoint_off` if the endpoint is
 *   disabled or deleted; `notify_under_way` if an attempt is running
 * @throws {TooManyRequestsError} if it is requested too often
 */
export async function sendAgain(tx: Tx, actor: Actor, { at, ...of }: NotificationOf & { at: Date }): Promise<void> {
  const wanted = await (of.delivery === of.id ? resultOf : eventOf)(tx, actor.merchantId, of);
  const refusal = await hastened(tx, actor, wanted, at);
  if (refusal) throw refusal;
  await assertFew(tx, actor, wanted, at);
  await recordAudits(tx, [entryOf(actor, wanted, at)]);
}

interface NotificationOf {
  resource: NotifiedResource;
  id: string;
  delivery: string;
}

/** The result of a record for its `notify_url`. */
async function resultOf(tx: Tx, merchantId: string, { resource, id }: NotificationOf): Promise<Wanted> {
  const records = tx.selectFrom(resource).where('merchant_id', '=', merchantId).where('id', '=', idOrNone(id));
  const number = sql.ref<string>(NUMBER[resource]).as('number');
  const record = await records.select(['id', 'notify_url', 'notify_status', number]).executeTakeFirst();
  return { ...orNotFound(record), resource, record_id: id, endpoint_id: null };
}

/** The event of a record for a webhook endpoint. */
async function eventOf(tx: Tx, merchantId: string, { resource, id, delivery }: NotificationOf): Promise<Wanted> {
  const found = await tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', inTenant('e.id', 'd.endpoint_id'))
    .where('d.merchant_id', '=', merchantId)
    .where('d.id', '=', idOrNone(delivery))
    .where('d.record_id', '=', idOrNone(id))
    .where('d.resource', '=', resource)
    .where('d.notify_status', '<>', 'to_fetch')
    .select(['d.id', 'd.endpoint_id', 'd.record_id', 'd.order_no as number', 'd.notify_status'])
    .select(['e.url as notify_url', 'e.status'])
    .executeTakeFirst();
  const { status, ...event } = orNotFound(found);
  if (status !== 'enabled') throw new ConflictError({ id: 'endpoint_off' });
  return { ...event, resource };
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
    select resource, record_id, id, endpoint_id, order_no as number, notify_url, status as notify_status
    from v_webhook_notifications
    where merchant_id = ${merchantId} and id in (${sql.join(wanted)}) and status in ('pending', 'failed')
    order by id`.execute(tx);
  return rows;
}

/** Makes the job due. @returns why it can't be, or undefined */
async function hastened(tx: Tx, actor: Actor, record: Wanted, at: Date): Promise<ConflictError | undefined> {
  const { id, endpoint_id, notify_url, notify_status } = record;
  const { merchantId, userId } = actor;
  const resource = endpoint_id === null && isNotified(record.resource) ? record.resource : 'webhook_deliveries';
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
async function assertFew(tx: Tx, { merchantId }: Actor, { id }: Wanted, at: Date): Promise<void> {
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
  const after = { ...(isNotified(resource) && { [NUMBER[resource]]: number }), notify_url };
  return { actor, action: `${resource}.notify`, recordId: record_id, after, at };
}
