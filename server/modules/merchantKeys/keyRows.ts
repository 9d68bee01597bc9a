import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Md5Key, MerchantKey } from '#shared/contract/baseInfo.ts';
import type { Database, MerchantKeysTable } from '#server/db/schema.ts';

export type KeyRow = Selectable<MerchantKeysTable>;

/** The valid keys at a time. */
export interface KeysAt {
  current: KeyRow | null;
  previous: (KeyRow & { ends_at: Date }) | null;
}

/** A merchant's keys that are valid at a time. */
export async function keysAt(db: Kysely<Database>, merchantId: string, at: Date): Promise<KeysAt> {
  const rows = await db
    .selectFrom('merchant_keys')
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .selectAll()
    .execute();
  const previous = rows.flatMap((row) => (row.ends_at === null ? [] : [{ ...row, ends_at: row.ends_at }]));
  return { current: rows.find(({ ends_at }) => ends_at === null) ?? null, previous: previous[0] ?? null };
}

/** Sets the end of the current key, and ends an older one immediately. */
export async function endCurrent(tx: Transaction<Database>, merchantId: string, endsAt: Date): Promise<void> {
  await tx.deleteFrom('merchant_keys').where('merchant_id', '=', merchantId).where('ends_at', 'is not', null).execute();
  await tx.updateTable('merchant_keys').set({ ends_at: endsAt }).where('merchant_id', '=', merchantId).execute();
}

/** Deletes expired keys. Runs hourly. */
export async function forgetEndedKeys(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('merchant_keys').where('ends_at', '<=', now).execute();
}

/** What users may see of the keys: only their tails. */
export function shownKeys({ current, previous }: KeysAt, maxGraceHours: number): Md5Key {
  return {
    max_grace_hours: maxGraceHours,
    current: current && shownKey(current),
    previous: previous && { ...shownKey(previous), ends_at: previous.ends_at.toISOString() },
  };
}

function shownKey({ id, key_tail, created_at, last_used_at }: KeyRow): MerchantKey {
  const times = { created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null };
  return { id, tail: key_tail, ...times };
}
