import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import {
  holdsIn,
  recordName,
  type Resource,
  visibleTo,
  webhookEventsOf,
  webhooksOf,
} from '@merchant-console/declaration';
import { systemActor } from '#server/audit/recordAudit.ts';
import { only } from '#server/audit/sides.ts';
import { later } from '#server/db/later.ts';
import { rowsAsJson } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import type { Values, WireRecord } from '../RecordSource.ts';
import { scopeOf } from '../scopeOf.ts';
import { keepingOf, storedFieldsOf } from './columns.ts';
import type { StoredTable } from './StoredTable.ts';

/** What happened to a record. */
interface Happened {
  /** `create`, `edit`, `delete` or the key of an action. */
  verb: string;
  /** After the change, or before the deletion. */
  record: WireRecord;
  /** Former values of the fields that have changed. Absent for new and deleted records. */
  before?: Values;
}

/** With more events in one write, it is worth a round trip to learn whether anybody wants them. */
const MOST_UNASKED = 20;

/** Characters of a record's name in the list of deliveries. */
const LONGEST_NAME = 200;

/**
 * Queues the declared events of records of one tenant for each webhook endpoint that wants them, in the transaction that
 * writes the records. They say what the records contain now. If there are few, this takes no round trip.
 */
export async function queueRecordEvents(
  tx: Tx,
  { resource, clock }: Pick<StoredTable, 'resource' | 'clock'>,
  { merchantId }: { merchantId: string },
  happened: readonly Happened[],
): Promise<void> {
  const { name } = resource;
  const webhooks = webhooksOf(resource);
  if (webhooks.length === 0) return;
  const at = clock.now();
  const conditions = webhooks.map(({ when }) => when);
  const scope = await scopeOf(tx, systemActor(merchantId), at, conditions);
  const told = toldOf(resource);
  const events = happened.filter(({ verb, record, before }) => {
    const isWanted = webhooks.some(
      ({ on, when }) => on.includes(verb) && (!when || holdsIn(when, record, resource, scope)),
    );
    // Receivers don't learn that a field has changed that they can't see.
    const isSeen = verb !== 'edit' || told.sources.some((source) => Object.hasOwn(before ?? {}, source));
    return isWanted && isSeen;
  });
  if (events.length === 0) return;
  if (events.length > MOST_UNASKED && !(await isAnyWanted(tx, merchantId, webhookEventsOf(resource)))) return;
  const rows = events.map(({ verb, record, before }) => {
    const id = uuidv7({ msecs: at.getTime() });
    const shown: WireRecord = { id: record.id, ...only(told.sources, record), revision: record['revision'] };
    const former = before && only(told.sources.filter((source) => Object.hasOwn(before, source)), before); // prettier-ignore
    return {
      id,
      event: `${name}.${verb}`,
      record_id: record.id,
      name: recordName(shown, told.resource).slice(0, LONGEST_NAME),
      data: JSON.stringify({ event_id: id, resource: name, record: shown, ...(former && { before: former }) }),
    };
  });
  // As in `queueEvents`, the ID of a delivery is a hash of event and endpoint.
  const queue = sql`
    with given as (
      select * from json_to_recordset(${rowsAsJson(rows)}::json) as happened
        (id uuid, event text, record_id uuid, name text, data text)
    ), wanted as (
      insert into webhook_deliveries as d (merchant_id, id, endpoint_id, event, resource, record_id, order_no,
        notify_status, created_at, data)
      select e.merchant_id,
        overlay(overlay(md5(concat_ws(' ', given.id, e.id)) placing '8' from 13) placing '8' from 17)::uuid,
        e.id, given.event, ${name}::text, given.record_id, given.name, 'pending', ${at}::timestamptz, given.data
      from webhook_endpoints e cross join given
      where e.merchant_id = ${merchantId} and e.status = 'enabled' and e.url is not null and given.event = any (e.events)
      returning d.id -- by its alias, without which Citus can't name it
    )
    insert into notify_jobs (merchant_id, record_id, resource, due_at, polls)
    select ${merchantId}::uuid, id, 'webhook_deliveries', ${at}::timestamptz, 0 from wanted`;
  await later(tx, queue);
}

async function isAnyWanted(tx: Tx, merchantId: string, events: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from webhook_endpoints e
    where e.merchant_id = ${merchantId} and e.status = 'enabled' and e.url is not null and e.events && ${[...events]}::text[]
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** What receivers learn of records. */
interface Told {
  resource: Resource;
  /** Sources of the fields. */
  sources: readonly string[];
}

const toldByResource = new WeakMap<Resource, Told>();

/**
 * What all users see who may see the records: no fields that need a permission or would reveal one that does. Of masked
 * values, the mask. Neither secrets nor computed values, which may come from other records.
 */
function toldOf(resource: Resource): Told {
  const known = toldByResource.get(resource);
  if (known) return known;
  const seen = visibleTo(new Set(), resource);
  const fields = storedFieldsOf(seen).filter((field) => keepingOf(field) !== 'secret');
  const times = seen.fields.filter(({ source }) => source === 'created_at' || source === 'updated_at');
  const told = { resource: seen, sources: [...fields, ...times].map(({ source }) => source) };
  toldByResource.set(resource, told);
  return told;
}
