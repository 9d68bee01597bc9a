import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type NotificationKind, traitsOf } from '#shared/contract/notifications.ts';
import type { AuditActor } from '#server/audit/recordAudit.ts';
import { later } from '#server/db/later.ts';
import { accountOf, type UserKey } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';

interface MoneyRecord {
  id: string;
  /** Minor units. */
  amount: bigint;
  currency: string;
  status: string;
  reject_reason?: string | null;
}

export interface Event {
  /** Tenant of the recipients. If it is a test side, they are the users of its live merchant. */
  merchantId: string;
  /** Recipients; by default all users who can sign in and hold one of the kind's permissions. */
  userIds?: readonly (string | null)[];
  kind: NotificationKind;
  /** Arguments of the message, see `NotificationData`. */
  data: Readonly<Record<string, string>>;
  at: Date;
  /** A user to leave out, such as the actor. */
  except?: string | null;
  /** Merchant whose name is added to the data, for users of the platform. */
  ofMerchant?: string;
}

/**
 * Notifies users of an event, in its transaction, by one statement that waits for no lock. Skips users who have
 * switched off the kind, unless it concerns security.
 */
export async function notify(tx: Tx, event: Event): Promise<void> {
  const { merchantId, userIds, kind, data, at, except = null, ofMerchant } = event;
  const { permissions = [], needsAll = false, isSecurity } = traitsOf(kind);
  const among = userIds?.filter((id) => id !== null && id !== except);
  if (among?.length === 0) return;
  const merchant = ofMerchant
    ? sql` || jsonb_build_object('merchant', (select name from merchants where merchant_id = ${ofMerchant}))`
    : sql``;
  const each = needsAll ? permissions.map((permission) => [permission]) : [permissions];
  const account = await accountOf(tx, merchantId);
  const holds = sql.join(
    each.map((keys) => holdsOneOf(account, keys)),
    sql` and `,
  );
  const whose = among ? sql`u.id in (${sql.join(among)})` : sql`u.status = 'enabled' and ${holds}`;
  const wants = isSecurity ? sql`true` : sql`not u.muted_notifications @> ${JSON.stringify([kind])}::jsonb`;
  const found = sql<{ id: string }>`
    select u.id from users u
    where u.merchant_id = ${account} and u.id is distinct from ${except}::uuid and ${whose} and ${wants}`;
  const isOwn = account === merchantId;
  // Of a test side, because a statement names one tenant.
  const ids = isOwn ? [] : (await found.execute(tx)).rows.map(({ id }) => id);
  const recipients = isOwn ? found : sql`select unnest(${ids}::uuid[]) as id`;
  if (!isOwn && ids.length === 0) return;
  const insert = sql`
    insert into notifications (merchant_id, user_id, id, kind, data, created_at, read_at)
    select ${merchantId}::uuid, u.id, ${uuidv7({ msecs: at.getTime() })}::uuid, ${kind},
      ${JSON.stringify(data)}::jsonb ${merchant}, ${at}::timestamptz, null
    from (${recipients}) u`;
  await later(tx, insert);
}

/** A change of settings that decide who may move a merchant's money. */
interface SettingsChange {
  merchantId: string;
  /** Record with the settings, for users who may open it. */
  about: { resource: string; id: string };
  by: AuditActor;
  currency: string;
  /** The settings by name, in API form. */
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  at: Date;
}

/** Notifies all owners of the settings that differ, with both values, the user who changed them included. */
export async function notifyOfChange(tx: Tx, change: SettingsChange): Promise<void> {
  const { merchantId, about, by, currency, before, after, at } = change;
  const differs = ([source, value]: [string, unknown]) => before[source] !== value;
  const changes = Object.entries(after)
    .filter(differs)
    .map(([source, value]) => ({ source, before: before[source], after: value }));
  if (changes.length === 0) return;
  const { rows } = await nameOf(await accountOf(tx, by.merchantId), by.userId).execute(tx);
  const name = by.name ?? rows[0]?.name ?? '';
  const data = { resource: about.resource, record_id: about.id, by: name, currency, changes: JSON.stringify(changes) };
  await notify(tx, { merchantId, kind: 'settings_changed', data, at });
}

function nameOf(merchantId: string, userId: string | null) {
  return sql<{ name: string }>`
    select coalesce(real_name, username) as name from users where merchant_id = ${merchantId} and id = ${userId}`;
}

/** True for a user of the account whose roles have one of the permissions. */
function holdsOneOf(account: string, permissions: readonly string[]) {
  // The inner query names the account, too: PostgreSQL may read its rows before those of the outer one.
  return sql`exists (
    select 1 from user_roles ur
    join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
    where ur.merchant_id = ${account} and ur.user_id = u.id and (r.is_owner or exists (
      select 1 from role_permissions p
      where p.merchant_id = ${account} and p.role_id = r.id and p.permission in (${sql.join(permissions)}))))`;
}

/** The result of something that awaited a decision. */
export interface Settlement {
  /** Tenant whose users were notified of it. */
  merchantId: string;
  kind: Extract<NotificationKind, `${string}_waiting`>;
  recordId: string;
  outcome: 'approved' | 'rejected' | 'cancelled';
  by: UserKey;
  at: Date;
}

/**
 * Marks the notifications of a pending decision as read and adds its result, in the transaction of the decision.
 *
 * Skips locked rows, so that a transaction that holds a wallet never waits for readers. A locked row is being marked as
 * read anyway.
 */
export async function settle(tx: Tx, settlement: Settlement): Promise<void> {
  const { merchantId, kind, recordId, outcome, by, at } = settlement;
  const account = await accountOf(tx, by.merchantId);
  const named = nameOf(account, by.userId);
  // Of another tenant, because a statement names one.
  const name = account === merchantId ? sql`(${named})` : sql`${(await named.execute(tx)).rows[0]?.name ?? ''}::text`;
  const settled = sql`
    update notifications n
    set read_at = coalesce(n.read_at, ${at}::timestamptz),
      data = n.data || jsonb_build_object('outcome', ${outcome}::text, 'by', coalesce(${name}, ''))
    from (
      select w.user_id, w.id from notifications w
      where w.merchant_id = ${merchantId} and w.data ->> 'record_id' = ${recordId} and w.kind = ${kind}
      for update skip locked
    ) waiting
    where n.merchant_id = ${merchantId} and n.user_id = waiting.user_id and n.id = waiting.id`;
  await later(tx, settled);
}

/** Message arguments for a record that moves money. @param number the record's readable number */
export function moneyRecordArgs(resource: string, record: MoneyRecord, number: string): Record<string, string> {
  const { id, amount, currency, status, reject_reason: reason } = record;
  const args = { resource, record_id: id, number, amount: amount.toString(), currency, status };
  return reason ? { ...args, reason } : args;
}
