import { createHmac } from 'node:crypto';
import { addMinutes } from 'date-fns/addMinutes';
import { subHours } from 'date-fns/subHours';
import { sql } from 'kysely';
import type { ListenBody, ListenData } from '#shared/contract/listen.ts';
import { isWebhookEvent } from '#shared/contract/webhooks.ts';
import type { Clock } from '#server/clock.ts';
import { secretOf } from '#server/crypto/webhookSecret.ts';
import type { Db } from '#server/db/connect.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ForbiddenError } from '#server/errors.ts';
import { bodyOf, type EventRow } from './notifying/eventToPost.ts';
import { signedEvent } from './notifying/signedEvent.ts';

/** Events are kept for a program that has called within this time. */
const KEPT_MINUTES = 10;

/** Programs that may listen to a merchant's events at the same time. */
const MOST_LISTENERS = 5;

/** Events per call. */
const MOST_EVENTS = 20;

/** The secret of a program that listens: made from its key, so that both sides know it. */
export function listenerSecret(key: string): string {
  return secretOf(createHmac('sha256', key).update('npm run listen').digest());
}

/**
 * Hands the events of a merchant's test side to `npm run listen`, which forwards them to a developer's computer. The
 * program is a webhook endpoint without an address. Its events wait until it names them as received.
 */
export function createListening({ db, clock }: { db: Db; clock: Clock }) {
  /** @throws {ForbiddenError} `test_key_needed` for a live key; ConflictError if too many programs listen */
  return async function listen(
    { merchantId, key }: { merchantId: string; key: string },
    { listener, received }: ListenBody,
  ): Promise<ListenData> {
    const at = clock.now();
    const merchant = await db.kysely
      .selectFrom('merchants')
      .where('merchant_id', '=', merchantId)
      .select(['merchant_no', 'type'])
      .executeTakeFirstOrThrow();
    if (merchant.type !== 'test') throw new ForbiddenError('test_key_needed');
    const rows = await db.transaction(async (tx) => {
      await keepListening(tx, { merchantId, listener, at });
      if (received !== undefined) {
        const deliveries = tx.deleteFrom('webhook_deliveries').where('merchant_id', '=', merchantId);
        await deliveries.where('endpoint_id', '=', listener).where('id', 'in', received.split(' ')).execute();
      }
      return waiting(tx, merchantId, listener);
    });
    const events: ListenData['events'] = [];
    for (const row of rows) {
      const named = { ...row, merchant_no: merchant.merchant_no, is_test: true };
      const body = await bodyOf(db.kysely, named);
      // Endpoints without an address get no events of stored records.
      if (body === undefined || !isWebhookEvent(row.event)) continue;
      const { headers } = signedEvent({ id: row.id, body }, { at, secrets: [listenerSecret(key)] });
      events.push({ id: row.id, type: row.event, headers, body });
    }
    return { events };
  };
}

/** Creates the endpoint, or keeps it for another `KEPT_MINUTES`. */
async function keepListening(
  tx: Tx,
  { merchantId, listener, at }: { merchantId: string; listener: string; at: Date },
): Promise<void> {
  const until = addMinutes(at, KEPT_MINUTES);
  const { rows } = await sql`
    insert into webhook_endpoints (merchant_id, id, events, status, secret_tail, fetches_until, created_at, updated_at)
    select ${merchantId}::uuid, ${listener}::uuid, '{}', 'enabled', '', ${until}::timestamptz, ${at}::timestamptz, ${at}
    where (
      select count(*) from webhook_endpoints e
      where e.merchant_id = ${merchantId} and e.id <> ${listener} and e.fetches_until > ${at}
    ) < ${MOST_LISTENERS}
    on conflict (merchant_id, id) do update set fetches_until = excluded.fetches_until
    where webhook_endpoints.url is null
    returning id`.execute(tx);
  if (rows.length === 0) throw new ConflictError({ id: 'listeners_many', args: { max: MOST_LISTENERS } });
}

function waiting(tx: Tx, merchantId: string, listener: string): Promise<Omit<EventRow, 'merchant_no' | 'is_test'>[]> {
  return tx
    .selectFrom('webhook_deliveries')
    .where('merchant_id', '=', merchantId)
    .where('endpoint_id', '=', listener)
    .where('notify_status', '=', 'to_fetch')
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_EVENTS)
    .select(['merchant_id', 'id', 'event', 'resource', 'record_id', 'created_at', 'data'])
    .execute();
}

/** Deletes what programs that no longer listen have left. Runs hourly. */
export async function forgetListeners(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = subHours(now, 1);
  const isUnheard = sql<boolean>`exists (
    select from webhook_endpoints e
    where e.merchant_id = old.merchant_id and e.id = old.endpoint_id and e.fetches_until < ${before})`;
  await forgetRows(db, 'webhook_deliveries', { key: ['id'], isOld: isUnheard });
  await forgetRows(db, 'webhook_endpoints', { key: ['id'], isOld: sql`old.fetches_until < ${before}` });
}
