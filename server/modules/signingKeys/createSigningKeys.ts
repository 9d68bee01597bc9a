import { subDays } from 'date-fns/subDays';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import type { Actor, Values } from '#server/resources/RecordSource.ts';
import { createKeyLocks, keyIn, stateConflict, works } from './heldKeys.ts';
import {
  assertMayMake,
  lineageOf,
  madeAlone,
  needsSecondPerson,
  proposalOf,
  type KeyManager,
  type SigningKey,
  termsIn,
} from './keyTerms.ts';
import { type ChangedKey, createMaking, type SigningKeysDeps } from './makeKey.ts';
import { approvalEnded, askForApproval, changedTerms, recordKeyChange } from './recordKeyChange.ts';

/** Retention of ended keys, in days: as long as the log of API calls may name them. */
const KEPT_DAYS = 30;

/**
 * A merchant's signing keys besides its default key. All functions run in the given transaction and lock the tenant.
 * The caller must have checked the user's payment password and code if the declaration requires them.
 */
export function createSigningKeys(deps: SigningKeysDeps) {
  const { clock } = deps;
  const { lockKeys, lockKey } = createKeyLocks(clock);

  /**
   * Changes the terms of a valid key, in place of an earlier change that still waits. If that gives it more than the
   * defaults, another user must approve it first, and the old terms apply until then.
   * @throws errors of `add`; also ConflictError if the key is no longer valid, or waits for approval itself
   */
  async function change(tx: Tx, by: KeyManager, id: string, values: Values): Promise<ChangedKey> {
    const { all, working, key, tenant } = await lockKey(tx, by.merchantId, id);
    const at = clock.now();
    const others = working.filter((one) => one !== key);
    // A call that leaves these out must not remove a restriction.
    const kept = {
      addresses: key.addresses,
      sign_types: key.sign_types,
      ends_at: key.ends_at?.toISOString() ?? null,
      per_call_limit: key.per_call_limit?.toString() ?? null,
      per_day_limit: key.per_day_limit?.toString() ?? null,
    };
    const asked = termsIn({ ...kept, ...values }, others, { at, tenant });
    // A key from before there were limits gets one only from a call that has one.
    const isUnlimited = key.may_pay && key.per_call_limit === null && !hasLimits(values);
    const terms = isUnlimited && asked.may_pay ? { ...asked, per_call_limit: null, per_day_limit: null } : asked;
    await assertMayMake(tx, by, key.may_pay || terms.may_pay, at);
    if (changedTerms(key, { ...key, ...terms }).length === 0 && key.proposal === null) return { id };
    if (key.proposal) await approvalEnded(tx, by, id, { outcome: 'cancelled', at });
    const next = { revision: key.revision + 1, updated_at: at };
    const alone = madeAlone(
      all.filter((one) => lineageOf(one) !== lineageOf(key)),
      by.userId,
      at,
    );
    if (needsSecondPerson(key, terms, alone, tenant)) {
      const proposed = { proposal: proposalOf(terms), proposer_id: by.userId, proposed_at: at };
      await updateRow(tx, 'signing_keys', key, { ...next, ...proposed });
      await recordKeyChange(tx, by, { verb: 'propose', before: key, after: { ...key, ...terms }, at });
      await askForApproval(tx, by, key, at);
      return { id, waits: true };
    }
    await updateRow(tx, 'signing_keys', key, { ...terms, ...next, proposal: null });
    await recordKeyChange(tx, by, { verb: 'change', before: key, after: { ...key, ...terms }, at });
    return { id };
  }

  /** Ends a key immediately, also a replaced one in its grace period. @throws {ConflictError} if it has ended */
  async function revoke(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
    const { all } = await lockKeys(tx, actor.merchantId);
    const key = keyIn(all, id);
    const at = clock.now();
    if (!works(key, at)) throw stateConflict(key);
    const ended = { ends_at: at, end_reason: 'revoked' as const, proposal: null };
    await updateRow(tx, 'signing_keys', key, { ...ended, revision: key.revision + 1, updated_at: at });
    if (isWaiting(key)) await approvalEnded(tx, actor, id, { outcome: 'cancelled', at });
    await recordKeyChange(tx, actor, { verb: 'revoke', before: key, after: { ...key, ends_at: at }, at });
    return { id };
  }

  return { ...createMaking(deps), change, revoke };
}

/** True if a key, or a change of it, waits for approval. */
export function isWaiting({ is_approved, proposal }: Pick<SigningKey, 'is_approved' | 'proposal'>): boolean {
  return !is_approved || proposal !== null;
}

/** The user who made what waits for approval. */
export function makerOf(key: Pick<SigningKey, 'is_approved' | 'creator_id' | 'proposer_id'>): string | null {
  return key.is_approved ? key.proposer_id : key.creator_id;
}

function hasLimits(values: Values): boolean {
  return values['per_call_limit'] !== undefined || values['per_day_limit'] !== undefined;
}

/** Deletes keys that ended long ago. Runs hourly. */
export async function forgetOldKeys(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await forgetRows(db, 'signing_keys', { key: ['id'], isOld: sql`old.ends_at < ${subDays(now, KEPT_DAYS)}` });
}
