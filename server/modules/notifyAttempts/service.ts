import { subDays } from 'date-fns/subDays';
import { type Selectable, sql } from 'kysely';
import {
  ATTEMPTS_SHOWN,
  type NotifyAttempt,
  type NotifyAttempts,
  notifyResultSchema,
  type Posts,
} from '#shared/contract/notifyAttempts.ts';
import { isWebhookEvent } from '#shared/contract/webhooks.ts';
import type { Clock } from '#server/clock.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import { accountOf } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import type { NotifiedResource, NotifyAttemptsTable } from '#server/db/schema.ts';
import { idOrNone, inTenant } from '#server/db/rows.ts';
import { orNotFound } from '#server/errors.ts';
import { returningRecordFrom } from '#server/resources/plainRecord.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { sendAgain } from './sendAgain.ts';

/** Retention of notification attempts. */
export const ATTEMPTS_KEPT_DAYS = 90;

/** Notification attempts to a merchant's servers, for its users. */
export function createNotifyAttempts({ db: { kysely }, clock }: { db: Db; clock: Clock }) {
  /** Attempts for one of the tenant's records. @throws {NotFoundError} if there is no such record */
  async function list(merchantId: string, resource: NotifiedResource, id: string): Promise<NotifyAttempts> {
    const records = kysely.selectFrom(resource).where('merchant_id', '=', merchantId).where('id', '=', idOrNone(id));
    orNotFound(await records.select('id').executeTakeFirst());
    const deliveries = await kysely
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as e', inTenant('e.id', 'd.endpoint_id'))
      .where('d.merchant_id', '=', merchantId)
      .where('d.record_id', '=', id)
      .orderBy('e.created_at')
      .orderBy('d.id')
      .select(['d.id', 'd.endpoint_id', 'd.event', 'd.notify_status', 'e.url', 'e.status as endpoint_status'])
      .execute();
    const posted = await postsOf(merchantId, [id, ...deliveries.map((delivery) => delivery.id)]);
    return {
      ...posted(id),
      endpoints: deliveries.flatMap(({ notify_status: status, endpoint_status, url, event, ...delivery }) =>
        status === 'to_fetch' || url === null || !isWebhookEvent(event)
          ? []
          : [{ ...delivery, event, status, url, is_enabled: endpoint_status === 'enabled', ...posted(delivery.id) }],
      ),
    };
  }

  /** Reads the posts of results and events. @param ids of records and deliveries */
  async function postsOf(merchantId: string, ids: readonly string[]): Promise<(id: string) => Posts> {
    const jobs = await kysely
      .selectFrom('notify_jobs')
      .where('merchant_id', '=', merchantId)
      .where('record_id', 'in', ids)
      .select(['record_id', 'due_at'])
      .execute();
    const rows = await kysely
      .selectFrom('notify_attempts as a')
      .where('a.merchant_id', '=', merchantId)
      .where('a.record_id', 'in', ids)
      .where(sql<boolean>`a.number > ${ATTEMPTS_BEFORE}`)
      .orderBy('a.number', 'desc')
      .selectAll()
      .execute();
    const senders = await namesOf(
      merchantId,
      rows.flatMap(({ sent_by }) => sent_by ?? []),
    );
    const now = clock.now();
    return (id) => {
      const job = jobs.find(({ record_id }) => record_id === id);
      const own = rows.filter(({ record_id }) => record_id === id);
      const isSending = job !== undefined && (job.due_at <= now || own[0]?.result === null);
      return {
        next_at: job && !isSending ? job.due_at.toISOString() : null,
        is_sending: isSending,
        attempts: own.map((row) => shown(row, senders.get(row.sent_by ?? '') ?? null)),
        total: own[0]?.number ?? 0,
      };
    };
  }

  async function namesOf(merchantId: string, userIds: readonly string[]): Promise<Map<string, string>> {
    if (userIds.length === 0) return new Map();
    const users = await kysely
      .selectFrom('users')
      .where('merchant_id', '=', await accountOf(kysely, merchantId))
      .where('id', 'in', [...new Set(userIds)])
      .select((eb) => ['id', eb.fn.coalesce('real_name', 'username').as('name')])
      .execute();
    return new Map(users.map(({ id, name }) => [id, name]));
  }

  return { list };
}

/** Number of the attempts that aren't shown, because they are too old. */
const ATTEMPTS_BEFORE = sql`(
  select max(b.number) - ${sql.lit(ATTEMPTS_SHOWN)} from notify_attempts b
  where b.merchant_id = a.merchant_id and b.record_id = a.record_id
)`;

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
export async function forgetOldAttempts(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = subDays(now, ATTEMPTS_KEPT_DAYS);
  await forgetRows(db, 'notify_attempts', { key: ['record_id', 'number'], isOld: sql`old.at < ${before}` });
}

/** @param view table or view of the resource */
export function notifyActions(clock: Clock, resource: NotifiedResource, view: string): Actions {
  return {
    notify: returningRecordFrom(view)(async (tx, { actor, id }) => {
      await sendAgain(tx, actor, { resource, id, delivery: id, at: clock.now() });
      return { id };
    }),
  };
}
