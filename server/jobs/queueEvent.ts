import { sql } from 'kysely';
import type { WebhookEvent } from '#shared/contract/webhooks.ts';
import type { NotifiedResource, Tx } from '#server/db/schema.ts';

/** A record that has ended. */
interface Ended {
  merchant_id: string;
  id: string;
  /** The numbers that an event names it by. */
  number: string;
  merchantNumber: string | null;
  notify_url: string | null;
}

/** The queues of records that are sent to banks, with the column of the record. */
const SENT_BY = {
  orders: { jobs: 'order_jobs', record: 'order_id' },
  payouts: { jobs: 'payout_jobs', record: 'payout_id' },
  refunds: { jobs: 'refund_jobs', record: 'refund_id' },
} as const;

/**
 * Ends the work on a record: removes its job, and queues its result for its `notify_url`, and the event for each
 * webhook endpoint of the merchant that wants it. One statement in the transaction that ends the record, because every
 * round trip counts there. The ID of a delivery is a hash of record, event and endpoint, so an event can't be queued
 * twice.
 */
export async function queueEvent(
  tx: Tx,
  resource: NotifiedResource,
  { merchant_id, id, number, merchantNumber, notify_url }: Ended,
  { event, at }: { event: WebhookEvent; at: Date },
): Promise<void> {
  const { jobs, record } = SENT_BY[resource];
  await sql`
    with removed as (
      delete from ${sql.table(jobs)} where merchant_id = ${merchant_id} and ${sql.ref(record)} = ${id}
    ), wanted as (
      insert into webhook_deliveries (merchant_id, id, endpoint_id, event, resource, record_id, order_no,
        merchant_order_no, notify_status, created_at)
      select e.merchant_id,
        overlay(overlay(md5(${`${id} ${event} `}::text || e.id::text) placing '8' from 13) placing '8' from 17)::uuid,
        e.id, ${event}::text, ${resource}::text, ${id}::uuid, ${number}::text, ${merchantNumber}::text,
        case when e.url is null then 'to_fetch' else 'pending' end, ${at}::timestamptz
      from webhook_endpoints e
      where e.merchant_id = ${merchant_id} and e.status = 'enabled'
        and (e.events = '{}' or ${event}::text = any (e.events))
        and (e.fetches_until is null or e.fetches_until > ${at})
      on conflict (merchant_id, id) do nothing
      returning id, notify_status
    )
    insert into notify_jobs (merchant_id, record_id, resource, due_at, polls)
    select ${merchant_id}::uuid, ${id}::uuid, ${resource}::text, ${at}::timestamptz, 0 where ${notify_url !== null}::boolean
    union all
    select ${merchant_id}::uuid, id, 'webhook_deliveries', ${at}::timestamptz, 0 from wanted
    where notify_status = 'pending'`.execute(tx);
}
