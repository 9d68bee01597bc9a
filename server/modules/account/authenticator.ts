import { addMinutes } from 'date-fns/addMinutes';
import { sql } from 'kysely';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { checkOwnPassword } from '#server/credentials/checkOwnPassword.ts';
import { newTotpSecret, totpUri, verifyTotp } from '#server/crypto/totp.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError, SessionEndedError, ValidationError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import { endSessions } from '../sessions/endSession.ts';
import { lockOwnUser, ownUser } from './ownUser.ts';

/** Time to confirm a new authenticator. */
const PENDING_MINUTES = 10;

type AuthenticatorDeps = Pick<Services, 'db' | 'clock' | 'cipher' | 'recoveryCodes' | 'totp' | 'issuer'>;

interface PendingAuthenticator {
  totp_secret: string;
  otpauth_url: string;
  expires_at: string;
}

/**
 * Users replace their own authenticator and recovery codes. The old authenticator works until the new one is confirmed.
 */
export function createOwnAuthenticator({ db, clock, cipher, recoveryCodes, totp, issuer }: AuthenticatorDeps) {
  /**
   * Creates the secret of a new authenticator, which only this session can confirm, within ten minutes. Invalidates an
   * earlier unconfirmed one.
   * @throws {ValidationError} on `password` or `totp_code` if it is wrong; both count as attempts
   */
  async function begin(
    actor: Actor,
    sessionId: string,
    { password, totp_code: code }: { password: string; totp_code: string },
  ): Promise<PendingAuthenticator> {
    await checkOwnPassword({ db, clock }, { ...actor, kind: 'login', password, field: 'password' });
    await totp.checkEither(actor, code, {
      stateOf: () => recoveryCodes.stateOf(db.kysely, actor, code),
      use: () => spendRecoveryCode(actor, code),
    });
    const { username } = await ownUser(db.kysely, actor);
    const now = clock.now();
    const secret = newTotpSecret();
    const pending = {
      session_id: sessionId,
      totp_secret: cipher.encrypt(secret),
      created_at: now,
      expires_at: addMinutes(now, PENDING_MINUTES),
    };
    await db.kysely
      .insertInto('authenticator_changes')
      .values({ merchant_id: actor.merchantId, user_id: actor.userId, ...pending })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'user_id']).doUpdateSet(pending))
      .execute();
    const url = totpUri(secret, username, issuer);
    return { totp_secret: secret, otpauth_url: url, expires_at: pending.expires_at.toISOString() };
  }

  /**
   * Replaces the authenticator, creates new recovery codes, and ends all other sessions, in one transaction.
   * @returns the recovery codes, which can't be shown again
   * @throws {ValidationError} on `totp_code` if it is wrong
   * @throws {ConflictError} if there is nothing to confirm any more
   */
  async function confirm(actor: Actor, sessionId: string, code: string): Promise<string[]> {
    const now = clock.now();
    return db.transaction(async (tx) => {
      // Resetting or confirming another authenticator changes this row and ends this session.
      const user = await lockOwnUser(tx, actor);
      if (!(await isAlive(tx, actor, sessionId))) throw new SessionEndedError();
      const pending = await pendingOf(tx, actor, sessionId, now);
      if (!pending) throw new ConflictError({ id: 'authenticator_change_over' });
      const step = await verifyTotp(cipher.decrypt(pending), code, now);
      if (step === null) throw new ValidationError({ totp_code: { key: 'wrong_code' } });
      await updateRow(tx, 'users', user, { totp_secret: pending, totp_last_step: step, updated_at: now });
      await deletePending(tx, actor);
      const codes = await recoveryCodes.renew(tx, actor);
      await endSessions(tx, { merchantId: actor.merchantId, userId: actor.userId, except: sessionId }, now);
      await audit(tx, actor, 'change_authenticator', now);
      return codes;
    });
  }

  /** @throws {ValidationError} on `totp_code` if it is wrong; counts as an attempt */
  async function renewCodes(actor: Actor, code: string): Promise<string[]> {
    await totp.check(actor.merchantId, actor.userId, code);
    return db.transaction(async (tx) => {
      await lockOwnUser(tx, actor);
      const codes = await recoveryCodes.renew(tx, actor);
      await audit(tx, actor, 'renew_recovery_codes', clock.now());
      return codes;
    });
  }

  /** Uses a recovery code. The audit entry records how many are left. @returns false if it is wrong or used */
  async function spendRecoveryCode(actor: Actor, code: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const left = await recoveryCodes.use(tx, actor, code);
      if (left === null) return false;
      await recordAudit(tx, {
        actor,
        action: 'users.spend_recovery_code',
        recordId: actor.userId,
        at: clock.now(),
        before: { recovery_codes_left: left + 1 },
        after: { recovery_codes_left: left },
      });
      return true;
    });
  }

  return { begin, confirm, renewCodes };
}

async function isAlive(tx: Tx, { merchantId }: Actor, sessionId: string): Promise<boolean> {
  const session = await tx
    .selectFrom('sessions')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return session !== undefined;
}

/** The pending secret as stored; null if there is none, it belongs to another session, or it has expired. */
async function pendingOf(tx: Tx, { merchantId, userId }: Actor, sessionId: string, now: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('authenticator_changes')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .select('totp_secret')
    .executeTakeFirst();
  return row?.totp_secret ?? null;
}

async function deletePending(tx: Tx, { merchantId, userId }: Actor): Promise<void> {
  await tx
    .deleteFrom('authenticator_changes')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute();
}

/** Records the action, without secrets or codes. */
function audit(tx: Tx, actor: Actor, verb: string, at: Date): Promise<void> {
  return recordAudit(tx, { actor, action: `users.${verb}`, recordId: actor.userId, at });
}

/** Deletes expired pending secrets. Runs hourly. */
export async function forgetPendingAuthenticators(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await forgetRows(db, 'authenticator_changes', { key: ['user_id'], isOld: sql`old.expires_at <= ${now}` });
}
