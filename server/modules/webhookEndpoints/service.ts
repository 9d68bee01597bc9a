import { addHours } from 'date-fns/addHours';
import { isAfter } from 'date-fns/isAfter';
import { subDays } from 'date-fns/subDays';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Resource } from '@merchant-console/declaration';
import { MOST_ENDPOINTS } from '#shared/contract/webhooks.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { changedSources, only } from '#server/audit/sides.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { DbOrTx, Tx, WebhookEndpointsTable } from '#server/db/schema.ts';
import { idOrNone, updateRow } from '#server/db/rows.ts';
import { ConflictError, orNotFound, ValidationError } from '#server/errors.ts';
import { optionalTextIn } from '#server/money/readForm.ts';
import type { NotifyRules } from '#server/network/notifyUrl.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, Target, Values, WireRecord } from '#server/resources/RecordSource.ts';
import { notify } from '../notifications/service.ts';
import { assertAllowed, eventsIn, newSecret, urlIn } from './endpointValues.ts';

type Endpoint = Selectable<WebhookEndpointsTable>;

/** The list's view, without secrets, deleted endpoints and developers' computers. */
export const ENDPOINTS_VIEW = 'v_webhook_endpoints';

/** Fields in the audit log, which never contains a secret. */
const SOURCES = ['url', 'description', 'events', 'status', 'secret_tail', 'old_secret_ends_at'] as const;

/** How long a replaced secret signs besides the new one, unless the user says otherwise. */
const GRACE_HOURS = 24;

/** As long as deliveries are kept. */
const DELIVERIES_KEPT_DAYS = 90;

/** A new secret. It can't be read again. */
interface Shown {
  id: string;
  secret: string;
}

interface WebhookEndpointsDeps {
  clock: Clock;
  cipher: Pick<Cipher, 'encrypt'>;
  rules: NotifyRules;
  /** The declared resources. Default: none. */
  resources?: () => Iterable<Resource>;
}

/**
 * The addresses that a merchant's events are posted to. Functions that write run in the given transaction and lock the
 * tenant. Whoever sets an address receives results that the merchant's server trusts, so the caller must have confirmed
 * the session, and the owners are notified.
 */
export function createWebhookEndpoints({ clock, cipher, rules, resources = () => [] }: WebhookEndpointsDeps) {
  /**
   * @throws {ValidationError} if the address isn't allowed, or the tenant has an endpoint of that address
   * @throws {ConflictError} `webhook_endpoints_many` if the tenant has `MOST_ENDPOINTS`
   */
  async function add(tx: Tx, actor: Actor, values: Values): Promise<Shown> {
    const { merchantId, userId } = actor;
    const url = urlIn(values, rules);
    await lockTenant(tx, merchantId);
    const others = await endpointsOf(tx, merchantId);
    if (others.length >= MOST_ENDPOINTS) {
      throw new ConflictError({ id: 'webhook_endpoints_many', args: { max: MOST_ENDPOINTS } });
    }
    assertOther(others, url);
    const at = clock.now();
    const id = uuidv7({ msecs: at.getTime() });
    const { secret, stored } = newSecret(cipher, id);
    const row: Endpoint = {
      merchant_id: merchantId,
      id,
      url,
      description: optionalTextIn(values, 'description'),
      events: eventsIn(values, actor, { former: [], resources: resources() }),
      status: 'enabled',
      ...stored,
      old_secret: null,
      old_secret_ends_at: null,
      ...NO_POSTS,
      last_at: null,
      last_result: null,
      last_http_status: null,
      fetches_until: null,
      creator_id: userId,
      revision: 1,
      created_at: at,
      updated_at: at,
    };
    await tx.insertInto('webhook_endpoints').values(row).execute();
    await record(tx, actor, 'add', { before: null, after: row, at });
    return { id, secret };
  }

  /**
   * Fields missing in `values` stay unchanged.
   * @throws {NotFoundError} if there is no such endpoint
   * @throws {ConflictError} if the revision is outdated; also ValidationError like `add`
   */
  async function update(tx: Tx, actor: Actor, { id, revision }: Target, values: Values): Promise<Endpoint> {
    const { merchantId } = actor;
    const url = values['url'] === undefined ? null : urlIn(values, rules);
    const { endpoint, all } = await locked(tx, merchantId, id);
    await assertRevision(tx, endpoint, revision);
    if (url !== null) assertOther(all.filter((one) => one !== endpoint), url); // prettier-ignore
    const hasMoved = url !== null && url !== endpoint.url;
    return change(tx, actor, 'edit', endpoint, {
      ...(hasMoved && { url, ...NO_POSTS }),
      ...(values['description'] !== undefined && { description: optionalTextIn(values, 'description') }),
      ...(values['events'] !== undefined && {
        events: eventsIn(values, actor, { former: endpoint.events, resources: resources() }),
      }),
    });
  }

  /** Posts to it again, events that happen from now on. */
  async function enable(tx: Tx, actor: Actor, id: string): Promise<Endpoint> {
    const endpoint = await lockedIn(tx, actor, id, 'disabled');
    // The rules may have changed since.
    assertAllowed(endpoint.url ?? '', rules);
    return change(tx, actor, 'enable', endpoint, { status: 'enabled', ...NO_POSTS });
  }

  /** What waits for it is given up at its next attempt. */
  async function disable(tx: Tx, actor: Actor, id: string): Promise<Endpoint> {
    return change(tx, actor, 'disable', await lockedIn(tx, actor, id, 'enabled'), { status: 'disabled' });
  }

  /** Replaces the secret. Until the end of the grace period, each post has the signatures of both. */
  async function rotate(tx: Tx, actor: Actor, id: string, values: Values): Promise<Shown> {
    const { endpoint } = await locked(tx, actor.merchantId, id);
    const { grace_hours: hours } = values;
    const { secret, stored } = newSecret(cipher, id);
    const ends = addHours(clock.now(), typeof hours === 'number' ? hours : GRACE_HOURS);
    const isOver = !isAfter(ends, clock.now());
    await change(tx, actor, 'rotate', endpoint, {
      ...stored,
      old_secret: isOver ? null : endpoint.secret,
      old_secret_ends_at: isOver ? null : ends,
    });
    return { id, secret };
  }

  /** Its deliveries keep its address. */
  async function remove(tx: Tx, actor: Actor, { id, revision }: Target): Promise<WireRecord> {
    const { endpoint } = await locked(tx, actor.merchantId, id);
    await assertRevision(tx, endpoint, revision);
    const removed = await readRecord(tx, ENDPOINTS_VIEW, actor.merchantId, id);
    const forgotten = { secret: null, old_secret: null, old_secret_ends_at: null };
    await change(tx, actor, 'delete', endpoint, { status: 'deleted', ...forgotten });
    return removed;
  }

  /** Applies and records the differences. No-op if there are none. */
  async function change(tx: Tx, actor: Actor, verb: string, before: Endpoint, asked: Partial<Endpoint>) {
    if (changed(before, { ...before, ...asked }).length === 0) return before;
    const at = clock.now();
    const next = { revision: before.revision + 1, updated_at: at };
    const after = await updateRow(tx, 'webhook_endpoints', before, { ...asked, ...next });
    await record(tx, actor, verb, { before, after, at });
    return after;
  }

  return { add, update, enable, disable, rotate, remove };
}

async function locked(tx: Tx, merchantId: string, id: string) {
  await lockTenant(tx, merchantId);
  const all = await endpointsOf(tx, merchantId);
  return { all, endpoint: orNotFound(all.find((one) => one.id === idOrNone(id))) };
}

async function lockedIn(tx: Tx, { merchantId }: Actor, id: string, status: Endpoint['status']): Promise<Endpoint> {
  const { endpoint } = await locked(tx, merchantId, id);
  if (endpoint.status === status) return endpoint;
  const current = await readRecord(tx, ENDPOINTS_VIEW, merchantId, id);
  throw new ConflictError({ id: 'not_in_this_state', args: { record: endpoint.url ?? '' }, current });
}

interface Change {
  /** Null for a new endpoint. */
  before: Endpoint | null;
  after: Endpoint;
  at: Date;
}

/** Records a change in the audit log, and notifies the other users who manage endpoints. */
async function record(tx: Tx, actor: Actor, verb: string, { before, after, at }: Change): Promise<void> {
  const { merchantId, userId } = actor;
  const sources = before ? changed(before, after) : SOURCES;
  await recordAudit(tx, {
    actor,
    action: `webhook_endpoints.${verb}`,
    recordId: after.id,
    at,
    before: before && only(sources, logged(before)),
    after: only(sources, logged(after)),
  });
  const data = { resource: 'webhook_endpoints', record_id: after.id, number: after.url ?? '' };
  await notify(tx, { merchantId, kind: 'webhook_endpoint_changed', data, at, except: userId });
}

/** Starts to count failures again. */
const NO_POSTS = { failures: 0 };

function logged({ events, ...endpoint }: Endpoint) {
  return { ...endpoint, events: events.join(', ') };
}

function changed(before: Endpoint, after: Endpoint) {
  return changedSources(SOURCES, logged(before), logged(after));
}

async function assertRevision(tx: Tx, { merchant_id, id, revision: current }: Endpoint, revision: number | null) {
  if (revision === null || current === revision) return;
  throw new ConflictError({ current: await readRecord(tx, ENDPOINTS_VIEW, merchant_id, id) });
}

function assertOther(others: readonly Endpoint[], url: string): void {
  if (others.some((one) => one.url === url)) throw new ValidationError({ url: { key: 'webhook_endpoint_exists' } });
}

function endpointsOf(db: DbOrTx, merchantId: string): Promise<Endpoint[]> {
  return db
    .selectFrom('webhook_endpoints')
    .where('merchant_id', '=', merchantId)
    .where('status', '<>', 'deleted')
    .where('url', 'is not', null)
    .selectAll()
    .execute();
}

/** Deletes old deliveries, and deleted endpoints without any. Runs hourly. */
export async function forgetOldDeliveries(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const isOld = sql<boolean>`old.created_at < ${subDays(now, DELIVERIES_KEPT_DAYS)}`;
  await forgetRows(db, 'webhook_deliveries', { key: ['id'], isOld });
  const isUnused = sql<boolean>`old.status = 'deleted' and not exists (
    select from webhook_deliveries d where d.merchant_id = old.merchant_id and d.endpoint_id = old.id)`;
  await forgetRows(db, 'webhook_endpoints', { key: ['id'], isOld: isUnused });
}
