import { addHours } from 'date-fns/addHours';
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { useTotpStep } from '#server/credentials/totpConfirmation.ts';
import { newToken, tokenHash } from '#server/crypto/token.ts';
import { later } from '#server/db/later.ts';
import { lockTenant, type UserKey } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { networkOf } from '#server/http/networkOf.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { CheckDeps, SecondFactor } from './checkSignIn.ts';
import { deviceHash, rememberOrigins } from './knownOrigins.ts';
import { shortened, type SignInOrigin } from './refusals.ts';
import { notifyOfNewAddress, recordSignIn, recordTenantSignIn, type SignInColumns } from './repository.ts';

/** Maximum duration of a session, even if it is active. */
const ABSOLUTE_LIFETIME_HOURS = 12;

/** Creates sessions of users whose three factors have been verified. */
export function createOpening({ db, clock, recoveryCodes }: CheckDeps) {
  /**
   * Marks the code as used. For a recovery code, the audit entry records how many are left.
   * @returns false if a concurrent sign-in has used it
   */
  async function spendProof(tx: Tx, actor: Actor, proof: SecondFactor, columns: SignInColumns): Promise<boolean> {
    const { merchantId, userId } = actor;
    if ('step' in proof) return useTotpStep(tx, { merchantId, userId }, proof, columns);
    const left = await recoveryCodes.use(tx, actor, proof.recoveryCode);
    if (left === null) return false;
    await recordSignIn(tx, actor, columns);
    await recordAudit(tx, {
      actor,
      action: 'users.use_recovery_code',
      recordId: userId,
      at: clock.now(),
      before: { recovery_codes_left: left + 1 },
      after: { recovery_codes_left: left },
    });
    return true;
  }

  /** The new session's token, or null if a concurrent sign-in has used the code. */
  return async function openSession(
    user: UserKey,
    { ip, userAgent, device, language }: Omit<SignInOrigin, 'answered'> & { device: string },
    proof: SecondFactor,
  ): Promise<string | null> {
    const { merchantId, userId } = user;
    const now = clock.now();
    const token = newToken(merchantId);
    const actor = { ...user, ip, userAgent: shortened(userAgent) };
    const columns = { last_login_at: now, last_login_ip: ip, language };
    return db.transaction(async (tx) => {
      // Before the user's row, in the lock order of all changes of users.
      await lockTenant(tx, merchantId);
      if (!(await spendProof(tx, actor, proof, columns))) return null;
      await recordTenantSignIn(tx, merchantId, now);
      const id = uuidv7({ msecs: now.getTime() });
      await notifyOfNewAddress(tx, actor, id, now);
      await rememberOrigins(tx, user, { device: deviceHash(device), network: networkOf(ip) }, now);
      const session = {
        merchant_id: merchantId,
        id,
        user_id: userId,
        token_hash: tokenHash(token),
        ip: actor.ip,
        user_agent: actor.userAgent,
        created_at: now,
        last_seen_at: now,
        expires_at: addHours(now, ABSOLUTE_LIFETIME_HOURS),
        ended_at: null,
        preview_role_id: null,
        confirmed_until: null,
      };
      await later(tx, tx.insertInto('sessions').values(session));
      await auditSession(tx, 'session.sign_in', actor, id, now);
      return token;
    });
  };
}

export function auditSession(tx: Tx, action: string, actor: Actor, sessionId: string, at: Date): Promise<void> {
  return recordAudit(tx, { actor, action, resource: 'sessions', recordId: sessionId, at });
}
