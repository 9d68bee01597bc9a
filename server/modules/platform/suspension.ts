import { lockTenant, PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import { textIn } from '#server/money/readForm.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { ActionHandler } from '#server/resources/ResourceBackend.ts';
import { endSessionsOfSubtree } from '../sessions/endSession.ts';
import type { PlatformDeps } from './changeKept.ts';
import { logInBoth, MERCHANTS_VIEW } from './createMerchant.ts';

/**
 * Suspends a merchant: its users and those below it are signed out and can't sign in, and the gateway rejects its calls.
 * What is in progress is completed.
 */
export function suspend({ clock }: Pick<PlatformDeps, 'clock'>): ActionHandler {
  return async (tx, { actor, id, values }) => {
    const reason = textIn(values, 'reason');
    const at = clock.now();
    const before = await lockedMerchant(tx, id);
    if (before['status'] === 'suspended') throw wrongState('merchant_suspended', before);
    await set(tx, id, { suspended_at: at, suspend_reason: reason }, at);
    await endSessionsOfSubtree(tx, id, at);
    const after = { status: 'suspended', suspend_reason: reason };
    await logInBoth(tx, { actor, at, id, verb: 'suspend', before: { status: before['status'] }, after });
    return readRecord(tx, MERCHANTS_VIEW, PLATFORM_ID, id);
  };
}

/** Ends a suspension. A sub-merchant that its parent has disabled stays disabled. */
export function resume({ clock }: Pick<PlatformDeps, 'clock'>): ActionHandler {
  return async (tx, { actor, id, values }) => {
    const reason = textIn(values, 'reason');
    const at = clock.now();
    const { suspend_reason, ...before } = await lockedMerchant(tx, id);
    if (before['status'] !== 'suspended') throw wrongState('merchant_not_suspended', before);
    await set(tx, id, { suspended_at: null, suspend_reason: null }, at);
    const record = await readRecord(tx, MERCHANTS_VIEW, PLATFORM_ID, id);
    const after = { status: record['status'], reason };
    await logInBoth(tx, { actor, at, id, verb: 'resume', before: { status: 'suspended', suspend_reason }, after });
    return record;
  };
}

async function lockedMerchant(tx: Tx, id: string) {
  await readRecord(tx, MERCHANTS_VIEW, PLATFORM_ID, id);
  await lockTenant(tx, id);
  return readRecord(tx, MERCHANTS_VIEW, PLATFORM_ID, id);
}

function wrongState(problem: string, current: Awaited<ReturnType<typeof lockedMerchant>>): ConflictError {
  return new ConflictError({ id: problem, args: { record: String(current['name']) }, current });
}

async function set(
  tx: Tx,
  id: string,
  change: { suspended_at: Date | null; suspend_reason: string | null },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('merchants')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1), updated_at: at }))
    .where('merchant_id', '=', id)
    .execute();
}
