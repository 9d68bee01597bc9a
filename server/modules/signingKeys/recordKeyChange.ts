import { recordAudit } from '#server/audit/recordAudit.ts';
import { changedSources, only } from '#server/audit/sides.ts';
import type { Tx } from '#server/db/schema.ts';
import type { CheckerNote } from '#server/money/checkers.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { notify, settle, type Settlement } from '../notifications/service.ts';
import type { KeyLimits, SigningKey, Terms } from './keyTerms.ts';

/** Fields in the audit log, which never contains the key itself. */
const SOURCES = [
  'name',
  'key_tail',
  'may_collect',
  'may_pay',
  'may_query',
  'may_list',
  'addresses',
  'sign_types',
  'per_call_limit',
  'per_day_limit',
  'ends_at',
  'gateway_version',
] as const;

/** The part of a key that the audit log shows: all of it, or the limits of a default key. */
type Logged = Pick<SigningKey, 'merchant_id' | 'id' | 'key_tail' | 'gateway_version'> & Partial<Terms> & KeyLimits;

interface KeyChange {
  /** Without `signing_keys.` */
  verb: string;
  before: Logged | null;
  after: Logged;
  at: Date;
  /** How its maker and approver are related, or null. */
  note?: CheckerNote | null;
  /** True if the other users are notified in another way, or of another change at the same moment. */
  isSilent?: boolean;
}

/** Names the fields of a key that a change changes. */
export function changedTerms(before: Logged, after: Logged): string[] {
  return changedSources(SOURCES, { ...EMPTY, ...before }, { ...EMPTY, ...after });
}

const EMPTY: Readonly<Record<(typeof SOURCES)[number], unknown>> = {
  name: undefined,
  key_tail: undefined,
  may_collect: undefined,
  may_pay: undefined,
  may_query: undefined,
  may_list: undefined,
  addresses: undefined,
  sign_types: undefined,
  per_call_limit: undefined,
  per_day_limit: undefined,
  ends_at: undefined,
  gateway_version: undefined,
};

/** Records a change of a key in the audit log, and notifies the other users who manage keys. */
export async function recordKeyChange(tx: Tx, actor: Actor, change: KeyChange): Promise<void> {
  const { verb, before, after, at, note = null, isSilent = false } = change;
  const { merchantId } = actor;
  const sources = before ? changedTerms(before, after) : SOURCES.filter((source) => source in after);
  await recordAudit(tx, {
    actor,
    action: `signing_keys.${verb}`,
    recordId: after.id,
    at,
    before: before && only(sources, before),
    after: { ...only(sources, after), ...note },
  });
  if (!isSilent) await notify(tx, { merchantId, kind: 'key_changed', data: {}, at, except: actor.userId });
}

/** Notifies the users who may approve a key, or a change of it. */
export async function askForApproval(
  tx: Tx,
  { merchantId, userId }: Actor,
  { id, name, key_tail }: { id: string; name?: string; key_tail: string },
  at: Date,
): Promise<void> {
  const data = { resource: 'signing_keys', record_id: id, number: name ?? `••••${key_tail}` };
  await notify(tx, { merchantId, kind: 'key_waiting', data, at, except: userId });
}

/** Marks the notifications of a waiting key as answered. */
export async function approvalEnded(
  tx: Tx,
  by: Actor,
  recordId: string,
  { outcome, at }: Pick<Settlement, 'outcome' | 'at'>,
): Promise<void> {
  await settle(tx, { merchantId: by.merchantId, kind: 'key_waiting', recordId, outcome, by, at });
}
