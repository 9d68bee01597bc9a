import { subDays } from 'date-fns/subDays';
import type { Selectable } from 'kysely';
import { validate as isUuid } from 'uuid';
import {
  ATTEMPTS_SHOWN,
  NOTIFY_TRIES,
  type NotifyAttempt,
  type NotifyAttempts,
  notifyResultSchema,
} from '#shared/contract/notifyAttempts.ts';
import { assertFewEntries } from '#server/audit/readAudit.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { NotifiedResource, NotifyAttemptsTable, Tx } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import { answeringWith } from '#server/resources/plainRecord.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';

/** Retention of notification attempts. */
export const ATTEMPTS_KEPT_DAYS = 90;

/** Notification attempts to a merchant's server, for its users. */
export function createNotifyAttempts({ db: { kysely }, clock }: { db: Db; clock: Clock }) {
  /** Attempts for one of the tenant's records. @throws {NotFoundError} if there is no such record */
  async function list(merchantId: string, resource: NotifiedResource, id: string): Promise<NotifyAttempts> {
    if (!isUuid(id)) throw new NotFoundError();
    const isThere = kysely.selectFrom(resource).where('merchant_id', '=', merchantId).where('id', '=', id).select('id');
    if (!(await isThere.executeTakeFirst())) throw new NotFoundError();
    const job = await kysely
      .selectFrom('notify_jobs')
      .where('merchant_id', '=', merchantId)
      .where('record_id', '=', id)
      .select('due_at')
      .executeTakeFirst();
    const rows = await kysely
      .selectFrom('notify_attempts as a')
      .leftJoin('users as u', (join) =>
        join.onRef('u.merchant_id', '=', 'a.merchant_id').onRef('u.id', '=', 'a.sent_by'),
      )
      .where('a.merchant_id', '=', merchantId)
      .where('a.record_id', '=', id)
      .orderBy('a.number', 'desc')
      .limit(ATTEMPTS_SHOWN)
      .selectAll('a')
      .select((eb) => eb.fn.coalesce('u.real_name', 'u.username').as('sender'))
      .execute();
    const isSending = job !== undefined && (job.due_at <= clock.now() || rows[0]?.result === null);
    return {
      next_at: job && !isSending ? job.due_at.toISOString() : null,
      is_sending: isSending,
      attempts: rows.map(({ sender, ...row }) => shown(row, sender)),
      total: rows[0]?.number ?? 0,
    };
  }

  return { list };
}

function shown(row: Selectable<NotifyAttemptsTable>, sender: string | null): NotifyAttempt {
  const { response_status: status, response_headers: headers, response_body: body, response_cut: is_cut } = row;
  const { number, at, duration_ms, url, request_headers, request_body, result } = row;
  return {
    number,
    at: at.toISOString(),
    duration_ms,
    url,
    request_headers,
    request_body,
    sent_by: sender,
    response: status === null ? null : { status, headers: headers ?? [], body: body ?? '', is_cut },
    result: result === null ? null : notifyResultSchema.parse(result),
  };
}

/**
 * Makes a result's notification due immediately. Doesn't use up an automatic attempt.
 *
 * @throws {NotFoundError} if the tenant has no such record
 * @throws {ConflictError} `not_notified` if it has no address or result; `notify_under_way` if an attempt is running
 * @throws {TooManyRequestsError} if it is requested too often
 */
async function sendAgain(
  tx: Tx,
  actor: Actor,
  { resource, id, at }: { resource: NotifiedResource; id: string; at: Date },
): Promise<void> {
  const { merchantId, userId } = actor;
  if (!isUuid(id)) throw new NotFoundError();
  const record = await tx
    .selectFrom(resource)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .select(['order_no', 'notify_url', 'notify_status'])
    .executeTakeFirst();
  if (!record) throw new NotFoundError();
  const { order_no, notify_url, notify_status } = record;
  if (notify_url === null || notify_status === 'none') throw new ConflictError({ id: 'not_notified' });
  if (!(await notifyJobs.hasten(tx, { merchantId, resource, id }, { askedBy: userId, at, spent: NOTIFY_TRIES }))) {
    throw new ConflictError({ id: 'notify_under_way' });
  }
  const action = `${resource}.notify`;
  await assertFewEntries(tx, { merchantId, resource, recordId: id }, [action], at);
  const after = { order_no, notify_url };
  await recordAudit(tx, { actor, action, resource, recordId: id, before: null, after, at });
}

/** Deletes expired attempts. Runs hourly. */
export async function forgetOldAttempts({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = subDays(now, ATTEMPTS_KEPT_DAYS);
  await kysely.deleteFrom('notify_attempts').where('at', '<', before).execute();
}

/** @param view table or view of the resource */
export function notifyActions(clock: Clock, resource: NotifiedResource, view: string): Actions {
  return {
    notify: answeringWith(view)(async (tx, { actor, ids: [id = ''] }) => {
      await sendAgain(tx, actor, { resource, id, at: clock.now() });
      return { id };
    }),
  };
}
