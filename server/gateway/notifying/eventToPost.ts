import { subSeconds } from 'date-fns/subSeconds';
import { type Selectable, sql } from 'kysely';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx, Tx, WebhookDeliveriesTable, WebhookEndpointsTable } from '#server/db/schema.ts';
import { isNotified } from '#server/jobs/notifyJobs.ts';
import { findResult } from '#server/modules/gateway/gatewayRecords.ts';
import { openKey } from '#server/modules/signingKeys/merchantKeys.ts';
import { type HeldJob, type Outcome, sentBody } from './attempts.ts';
import type { ToPost } from './createNotifier.ts';
import { eventBody, signedEvent } from './signedEvent.ts';

/** An endpoint with this many failures in succession gets one post per `REST_SECONDS`, until one succeeds. */
const MOST_FAILURES = 4;
const REST_SECONDS = 60;

type Endpoint = Pick<
  Selectable<WebhookEndpointsTable>,
  'url' | 'secret' | 'old_secret' | 'old_secret_ends_at' | 'failures' | 'last_at'
>;

/** A delivery as its event needs it. */
export interface EventRow extends Pick<
  Selectable<WebhookDeliveriesTable>,
  'merchant_id' | 'id' | 'event' | 'resource' | 'record_id' | 'created_at' | 'data'
> {
  merchant_no: string;
  is_test: boolean;
}

interface Row extends Endpoint, EventRow {
  endpoint_id: string;
  endpoint_status: Selectable<WebhookEndpointsTable>['status'];
  /** Body of the attempts before, or null if nothing was sent yet. */
  sent_body: string | null;
}

/**
 * The event of a delivery, signed for its endpoint; undefined if there is none. All attempts have the same body, also if
 * the record has changed since, because they are one event. A post to a server that doesn't answer
 * takes ten seconds, in which the merchant's other posts may wait for it. An endpoint that has failed several times in
 * succession therefore rests: its deliveries fail without a post.
 */
export async function eventToPost(
  tx: Tx,
  { cipher, at }: { cipher: Pick<Cipher, 'decrypt'>; at: Date },
  { merchant_id, id, asked_by }: HeldJob,
): Promise<ToPost | undefined> {
  const row = await deliveryOf(tx, merchant_id, id);
  if (!row || row.url === null) return undefined;
  const { resource, record_id, endpoint_id, url } = row;
  const about = isNotified(resource) ? { resource, id: record_id } : null;
  const toPost = { url, about, endpointId: endpoint_id };
  if (row.endpoint_status !== 'enabled') return { ...toPost, message: null, refusal: 'endpoint_off' };
  if (asked_by === null && (await rests(tx, row, at))) return { ...toPost, message: null, refusal: 'endpoint_resting' };
  const body = row.sent_body ?? (await bodyOf(tx, row));
  if (body === undefined) return undefined;
  return { ...toPost, message: signedEvent({ id, body }, { at, secrets: secretsOf(row, cipher, at) }) };
}

async function deliveryOf(tx: Tx, merchantId: string, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select d.merchant_id, d.id, d.event, d.resource, d.record_id, d.created_at, d.data, d.endpoint_id, e.url, e.secret,
      e.old_secret, e.old_secret_ends_at, e.failures, e.last_at, e.status as endpoint_status, m.merchant_no,
      m.type = 'test' as is_test, ${sentBody(merchantId, id)} as sent_body
    from webhook_deliveries d
    join webhook_endpoints e on e.merchant_id = d.merchant_id and e.id = d.endpoint_id
    join merchants m on m.merchant_id = d.merchant_id
    where d.merchant_id = ${merchantId} and d.id = ${id}`.execute(tx);
  return rows[0];
}

/**
 * The body of an event: of a stored record as it was then, otherwise with the record's current result. Undefined if the
 * record doesn't exist.
 */
export async function bodyOf(
  db: DbOrTx,
  { merchant_id, event, resource, record_id, created_at, data, merchant_no, is_test }: Omit<EventRow, 'id'>,
): Promise<string | undefined> {
  const parts = { event, at: created_at, merchantNo: merchant_no, isTest: is_test };
  if (data !== null) return eventBody({ ...parts, data: JSON.parse(data) });
  const found = isNotified(resource) ? await findResult(db, merchant_id, { resource, id: record_id }) : undefined;
  return found && eventBody({ ...parts, data: found.result });
}

/** True if the endpoint is not to be disturbed now. Otherwise this post is the only one in the next `REST_SECONDS`. */
async function rests(tx: Tx, { merchant_id, endpoint_id, failures }: Row, at: Date): Promise<boolean> {
  if (failures < MOST_FAILURES) return false;
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ last_at: at })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', endpoint_id)
    .where((eb) => eb.or([eb('failures', '<', MOST_FAILURES), eb('last_at', '<=', subSeconds(at, REST_SECONDS))]))
    .executeTakeFirst();
  return numUpdatedRows === 0n;
}

function secretsOf(row: Row, { decrypt }: Pick<Cipher, 'decrypt'>, at: Date): string[] {
  const { secret, old_secret, old_secret_ends_at: until } = row;
  const old = until !== null && until > at ? old_secret : null;
  return [secret, old].flatMap((sealed) => (sealed === null ? [] : [openKey(decrypt, row.endpoint_id, sealed)]));
}

/** Records the result of a post with its endpoint. */
export async function recordOnEndpoint(
  tx: Tx,
  { merchantId, endpointId, at }: { merchantId: string; endpointId: string; at: Date },
  { result, answer }: Outcome,
): Promise<void> {
  await sql`
    update webhook_endpoints set last_at = ${at}, last_result = ${result}, last_http_status = ${answer?.status ?? null},
      failures = case when ${result === 'delivered'}::boolean then 0 else failures + 1 end
    where merchant_id = ${merchantId} and id = ${endpointId}`.execute(tx);
}
