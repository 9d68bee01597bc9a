import { isAfter } from 'date-fns/isAfter';
import type { Clock } from '#server/clock.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, orNotFound } from '#server/errors.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import { plainRecord } from '#server/resources/plainRecord.ts';
import type { SigningKey } from './keyTerms.ts';

/** Reads and locks the keys that a merchant holds. */
export function createKeyLocks(clock: Clock) {
  /**
   * Locks the tenant and reads its keys. `working` are the valid ones, including replaced ones in their grace period.
   */
  async function lockKeys(tx: Tx, merchantId: string) {
    await lockTenant(tx, merchantId);
    const tenant = await tenantSettings(tx, merchantId);
    const all = await tx.selectFrom('signing_keys').where('merchant_id', '=', merchantId).selectAll().execute();
    const now = clock.now();
    return { all, tenant, working: all.filter((key) => works(key, now)) };
  }

  async function lockKey(tx: Tx, merchantId: string, id: string) {
    const { all, working, tenant } = await lockKeys(tx, merchantId);
    const key = keyIn(all, id);
    if (!working.includes(key) || key.end_reason === 'replaced') throw stateConflict(key);
    if (!key.is_approved) throw new ConflictError({ id: 'key_waits', args: { record: key.name } });
    return { all, working, key, tenant };
  }

  return { lockKeys, lockKey };
}

export function keyIn(keys: readonly SigningKey[], id: string): SigningKey {
  return orNotFound(keys.find((one) => one.id === id));
}

/** True if the key hasn't ended at a time. */
export function works({ ends_at }: Pick<SigningKey, 'ends_at'>, at: Date): boolean {
  return ends_at === null || isAfter(ends_at, at);
}

/** State of a key in lists. `ending`: replaced, in its grace period. `pending_approval`: it signs nothing yet. */
export function keyStatusOf(key: Pick<SigningKey, 'ends_at' | 'end_reason' | 'is_approved'>, at: Date) {
  if (!works(key, at)) return key.end_reason;
  if (!key.is_approved) return 'pending_approval';
  return key.end_reason === 'replaced' ? 'ending' : 'active';
}

/** The error for a key that has ended. Shows its current state. */
export function stateConflict({ key_value: _, proposal: __, ...key }: SigningKey): ConflictError {
  return new ConflictError({ id: 'signing_key_over', args: { record: key.name }, current: plainRecord(key) });
}
