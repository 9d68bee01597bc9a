import { assertPower } from '#server/access/powers.ts';
import type { Clock } from '#server/clock.ts';
import { lockTenant } from '#server/db/tenants.ts';
import { idOrNone, updateRow } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ForbiddenError, orNotFound } from '#server/errors.ts';
import { assertChecker } from '#server/money/checkers.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { Actor, Values } from '#server/resources/RecordSource.ts';
import { isWaiting, makerOf } from './createSigningKeys.ts';
import type { ChangedKey } from './makeKey.ts';
import {
  areAboveDefaults,
  assertMayMake,
  isRaised,
  type KeyManager,
  limitsIn,
  proposalOf,
  proposedLimits,
  proposedTerms,
} from './keyTerms.ts';
import { approvalEnded, askForApproval, changedTerms, recordKeyChange } from './recordKeyChange.ts';

/** Permission to approve keys, besides the one to manage them: approving a key approves what it will pay. */
export const APPROVING = 'payment_requests.approve';

/** The right to manage keys, which approving one needs, too. */
export const MANAGING = { permission: 'base_info.regenerate_key', power: 'keys' } as const;

/**
 * The second person of keys whose limits are above the defaults, and the limits of default keys. All functions run in
 * the given transaction and lock the tenant. The caller has checked the user's payment password.
 */
export function createKeyApprovals({ clock }: { clock: Clock }) {
  /**
   * Approves a new key, or the change of a key that waits.
   * @throws {ForbiddenError} like `assertChecker`; or without the permission to approve payments
   * @throws {ConflictError} `key_not_waiting` if nothing waits
   */
  async function approve(tx: Tx, by: KeyManager, id: string): Promise<{ id: string }> {
    const { key, isDefault, makerId } = await lockWaiting(tx, by, id);
    const at = clock.now();
    await assertPower(tx, by, 'keys', at);
    const { merchantId } = by;
    const note = await assertChecker(tx, {
      merchantId,
      makerId,
      checker: by,
      permission: APPROVING,
      also: MANAGING,
      at,
    });
    const decided = { approver_id: by.userId, proposal: null };
    if (isDefault) {
      const limits = proposedLimits(key.proposal);
      await updateRow(tx, 'merchant_keys', key, { ...limits, ...decided });
      await recordKeyChange(tx, by, { verb: 'approve', before: key, after: { ...key, ...limits }, at, note });
    } else {
      const terms = key.proposal ? proposedTerms(key.proposal) : {};
      const next = { is_approved: true, revision: key.revision + 1, updated_at: at };
      await updateRow(tx, 'signing_keys', key, { ...terms, ...decided, ...next });
      await recordKeyChange(tx, by, { verb: 'approve', before: key, after: { ...key, ...terms }, at, note });
    }
    await approvalEnded(tx, by, id, { outcome: 'approved', at });
    return { id };
  }

  /** Ends a new key that waits, or drops the change that waits. @throws errors of `approve` */
  async function reject(tx: Tx, by: KeyManager, id: string): Promise<{ id: string }> {
    const { key, isDefault } = await lockWaiting(tx, by, id);
    const at = clock.now();
    if (isDefault) await updateRow(tx, 'merchant_keys', key, { proposal: null });
    else {
      const next = { proposal: null, revision: key.revision + 1, updated_at: at };
      const ended = { ends_at: at, end_reason: 'rejected' as const };
      await updateRow(tx, 'signing_keys', key, key.is_approved ? next : { ...next, ...ended });
    }
    const after = !isDefault && !key.is_approved ? { ...key, ends_at: at } : key;
    await recordKeyChange(tx, by, { verb: 'reject', before: key, after, at });
    await approvalEnded(tx, by, id, { outcome: 'rejected', at });
    return { id };
  }

  /**
   * Changes the limits of the default key. Above the defaults, another user must approve a raise first, and the old
   * limits apply until then.
   * @throws {ForbiddenError} `key_needs_rights` if the user may not pay
   * @throws {ConflictError} `key_over` if it isn't the current default key
   */
  async function setLimits(tx: Tx, by: KeyManager, id: string, values: Values): Promise<ChangedKey> {
    await assertMayMake(tx, by, true, clock.now());
    await lockTenant(tx, by.merchantId);
    const tenant = await tenantSettings(tx, by.merchantId);
    const key = orNotFound(await defaultKey(tx, by, id));
    if (key.ends_at !== null) throw new ConflictError({ id: 'key_over' });
    const limits = limitsIn(values, tenant);
    const at = clock.now();
    if (changedTerms(key, { ...key, ...limits }).length === 0 && key.proposal === null) return { id };
    if (key.proposal) await approvalEnded(tx, by, id, { outcome: 'cancelled', at });
    const after = { ...key, ...limits };
    if (areAboveDefaults(limits, tenant) && isRaised(key, limits)) {
      const proposed = { proposal: proposalOf(limits), proposer_id: by.userId, proposed_at: at };
      await updateRow(tx, 'merchant_keys', key, proposed);
      await recordKeyChange(tx, by, { verb: 'propose', before: key, after, at });
      await askForApproval(tx, by, key, at);
      return { id, waits: true };
    }
    await updateRow(tx, 'merchant_keys', key, { ...limits, proposal: null });
    await recordKeyChange(tx, by, { verb: 'change', before: key, after, at });
    return { id };
  }

  async function lockWaiting(tx: Tx, by: KeyManager, id: string) {
    const { merchantId, userId, permissions } = by;
    if (!permissions.has(APPROVING)) throw new ForbiddenError('key_approver', { permissions: APPROVING });
    await lockTenant(tx, merchantId);
    const assertOthers = (waits: boolean, endsAt: Date | null, maker: string | null) => {
      const hasEnded = endsAt !== null && endsAt <= clock.now();
      if (hasEnded || !waits) throw new ConflictError({ id: 'key_not_waiting' });
      if (maker === userId) throw new ForbiddenError('own_request');
    };
    const further = await tx
      .selectFrom('signing_keys')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', idOrNone(id))
      .selectAll()
      .executeTakeFirst();
    if (further) {
      assertOthers(isWaiting(further), further.ends_at, makerOf(further));
      return { key: further, isDefault: false, makerId: makerOf(further) } as const;
    }
    const key = orNotFound(await defaultKey(tx, by, id));
    assertOthers(key.proposal !== null, key.ends_at, key.proposer_id);
    return { key, isDefault: true, makerId: key.proposer_id } as const;
  }

  return { approve, reject, setLimits };
}

function defaultKey(tx: Tx, { merchantId }: Actor, id: string) {
  return tx
    .selectFrom('merchant_keys')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', idOrNone(id))
    .selectAll()
    .executeTakeFirst();
}
