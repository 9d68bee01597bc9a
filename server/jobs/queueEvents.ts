import { type RawBuilder, sql } from 'kysely';
import type { WebhookEvent } from '#shared/contract/webhooks.ts';
import { later } from '#server/db/later.ts';
import type { NotifiedResource, Tx } from '#server/db/schema.ts';

/** A record that has ended. */
export interface Ended {
  id: string;
  /** The numbers that an event names it by. */
  number: string;
  merchantNumber: string | null;
  notify_url: string | null;
  event: WebhookEvent;
}

/** The queues of records that are sent to banks, with the column of the record. */
const SENT_BY = {
  orders: { jobs: 'order_jobs', record: 'order_id' },
  payouts: { jobs: 'payout_jobs', record: 'payout_id' },
  refunds: { jobs: 'refund_jobs', record: 'refund_id' },
} as const;

/**
 * Ends the work on records of one tenant: removes their jobs, and queues the result of each for its `notify_url`, and its
 * event for each webhook endpoint of the merchant that wants it. One statement in the transaction that ends the records,
 * because every round trip counts there. The ID of a delivery is a hash of record, event and endpoint, so an event can't
 * be queued twice.
 * @param updates the statements that end the records, to be executed with it, all with the next statement
 */
export async function queueEvents(
  tx: Tx,
  resource: NotifiedResource,
  { merchantId, ended, at }: { merchantId: string; ended: readonly Ended[]; at: Date },
  updates: readonly RawBuilder<unknown>[] = [],
): Promise<void> {
  const { jobs, record } = SENT_BY[resource];
  const updated = updates.map((update, index) => sql`${sql.ref(`updated_${index}`)} as (${update}), `);
  const queue = sql`
    with ${sql.join(updated, sql``)} given as (
      select * from json_to_recordset(${JSON.stringify(ended)}::json) as record
        (id uuid, number text, "merchantNumber" text, notify_url text, event text)
    ), removed as (
      delete from ${sql.table(jobs)}
      where merchant_id = ${merchantId} and ${sql.ref(record)} = any (${ended.map(({ id }) => id)}::uuid[])
    ), wanted as (
      insert into webhook_deliveries (merchant_id, id, endpoint_id, event, resource, record_id, order_no,
        merchant_order_no, notify_status, created_at)
      select e.merchant_id,
        overlay(overlay(md5(concat_ws(' ', given.id, given.event, e.id)) placing '8' from 13) placing '8' from 17)::uuid,
        e.id, given.event, ${resource}::text, given.id, given.number, given."merchantNumber",
        case when e.url is null then 'to_fetch' else 'pending' end, ${at}::timestamptz
      from webhook_endpoints e cross join given
      where e.merchant_id = ${merchantId} and e.status = 'enabled'
        and (e.events = '{}' or given.event = any (e.events))
        and (e.fetches_until is null or e.fetches_until > ${at})
      on conflict (merchant_id, id) do nothing
      returning id, notify_status
    )
    insert into notify_jobs (merchant_id, record_id, resource, due_at, polls)
    select ${merchantId}::uuid, id, ${resource}::text, ${at}::timestamptz, 0 from given where notify_url is not null
    union all
    select ${merchantId}::uuid, id, 'webhook_deliveries', ${at}::timestamptz, 0 from wanted
    where notify_status = 'pending'`;
  await later(tx, queue);
}
