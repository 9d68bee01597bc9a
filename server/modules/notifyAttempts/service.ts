import { subDays } from 'date-fns/subDays';
import type { Selectable } from 'kysely';
import {
  ATTEMPTS_SHOWN,
  type NotifyAttempt,
  type NotifyAttempts,
  notifyResultSchema,
} from '#shared/contract/notifyAttempts.ts';
import type { Clock } from '#server/clock.ts';
import { accountOf } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import type { NotifiedResource, NotifyAttemptsTable } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { orNotFound } from '#server/errors.ts';
import { returningRecordFrom } from '#server/resources/plainRecord.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { sendAgain } from './sendAgain.ts';

/** Retention of notification attempts. */
export const ATTEMPTS_KEPT_DAYS = 90;

/** Notification attempts to a merchant's server, for its users. */
export function createNotifyAttempts({ db: { kysely }, clock }: { db: Db; clock: Clock }) {
  /** Attempts for one of the tenant's records. @throws {NotFoundError} if there is no such record */
  async function list(merchantId: string, resource: NotifiedResource, id: string): Promise<NotifyAttempts> {
    const records = kysely.selectFrom(resource).where('merchant_id', '=', merchantId).where('id', '=', idOrNone(id));
    orNotFound(await records.select('id').executeTakeFirst());
    const job = await kysely
      .selectFrom('notify_jobs')
      .where('merchant_id', '=', merchantId)
      .where('record_id', '=', id)
      .select('due_at')
      .executeTakeFirst();
    const rows = await kysely
      .selectFrom('notify_attempts as a')
      .leftJoin('users as u', (join) =>
        join.on('u.merchant_id', '=', accountOf(merchantId)).onRef('u.id', '=', 'a.sent_by'),
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

/** Deletes expired attempts. Runs hourly. */
export async function forgetOldAttempts({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = subDays(now, ATTEMPTS_KEPT_DAYS);
  await kysely.deleteFrom('notify_attempts').where('at', '<', before).execute();
}

/** @param view table or view of the resource */
export function notifyActions(clock: Clock, resource: NotifiedResource, view: string): Actions {
  return {
    notify: returningRecordFrom(view)(async (tx, { actor, id }) => {
      await sendAgain(tx, actor, { resource, id, at: clock.now() });
      return { id };
    }),
  };
}
