import type { LoginBody } from '#shared/contract/session.ts';
import type { RefusalLog } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { RecoveryCodes } from '#server/credentials/recoveryCodes.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { verifyPassword } from '#server/crypto/password.ts';
import { verifyTotp } from '#server/crypto/totp.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import {
  type AppError,
  ForbiddenError,
  InvalidCredentialsError,
  TooManyRequestsError,
  ValidationError,
} from '#server/errors.ts';
import { networkOf } from '#server/http/networkOf.ts';
import { type Attempt, readStandings, recordAttempt, SIGN_IN_LIMITS } from '#server/limits/signInAttempts.ts';
import { deviceHash } from './knownOrigins.ts';
import { tellOfLock } from './lockNotice.ts';
import { type RefusalReason, refusedSignIn, type SignInOrigin } from './refusals.ts';
import { closingOf, findUserByName } from './repository.ts';

/** Verified for users without an authenticator, so that their rejection takes as long. */
const DECOY_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXA';

/** Verified instead of a recovery code, so that both kinds of codes take as long. */
const DECOY_CODE = '000000';

/** From this number of failures on, the refusal warns of the lock. It is the same for each reason. */
const WARNED_FAILURES = 5;

export interface CheckDeps {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  recoveryCodes: RecoveryCodes;
  refusals: RefusalLog;
  /** Called with the reason of each rejected sign-in, also for nonexistent usernames. */
  onRefused(this: void, reason: RefusalReason): void;
  /** True if a mail server is configured. */
  sendsMail: boolean;
}

/** A correct code that isn't recorded as used yet. */
export type SecondFactor = { step: bigint; secret: string } | { recoveryCode: string };

/** A code that fits: unused, the very one used last, or an older one. */
type Proof = { fresh: SecondFactor } | { used: 'totp' | 'recovery' } | 'outdated';

type FoundUser = NonNullable<Awaited<ReturnType<typeof findUserByName>>>;

/** Verifies the three factors of a sign-in, and limits guesses at them. */
export function createSignInCheck({ db, clock, cipher, recoveryCodes, refusals, onRefused, sendsMail }: CheckDeps) {
  /**
   * Until all three factors fit, the response is the same for every reason, and so is its time. Only then it says why
   * the user can't sign in.
   * @throws {InvalidCredentialsError} without revealing which factor was wrong or that sign-ins are locked
   * @throws {TooManyRequestsError} before any check, if the username and origin have to wait after failures
   * @throws {ValidationError} on `totp_code` if the code was used before
   * @throws {ForbiddenError} if the user is disabled or the merchant closed
   */
  return async function check(
    body: LoginBody,
    origin: SignInOrigin,
  ): Promise<{ user: FoundUser; proof: SecondFactor; refuseUsed: () => never }> {
    const now = clock.now();
    const device = origin.device === null ? null : deviceHash(origin.device);
    const asked = { username: body.username.trim().toLowerCase(), network: networkOf(origin.ip), device };
    const [user, standingOf] = await Promise.all([
      findUserByName(db.kysely, asked, now),
      readStandings(db, asked, now),
    ]);
    const attempt: Attempt = {
      ...asked,
      device: user?.knows_device === true ? device : null,
      isKnown: user?.knows_device === true || user?.knows_network === true,
    };
    const { isLocked, waitSeconds } = standingOf(attempt);
    if (waitSeconds > 0) {
      onRefused('too_soon');
      throw new TooManyRequestsError(waitSeconds);
    }
    const passwordFits = await verifyPassword(user?.password_hash, body.password);
    const proof = await proofOf(user, body.totp_code, now);

    const refuse = (reason: RefusalReason, error: AppError, lock?: Parameters<typeof noticeOf>[1]): never => {
      onRefused(reason);
      if (user) {
        const notice = lock && noticeOf(user, lock, origin, now);
        refusals.writeAfter(origin.answered, refusedSignIn(user, reason, origin, now), notice);
      }
      throw error;
    };
    const wrong = async (reason: RefusalReason): Promise<never> => {
      const recorded = await recordAttempt(db, attempt, 'failure', now);
      const isWarned = recorded.failures >= WARNED_FAILURES;
      const error = new InvalidCredentialsError(isWarned ? SIGN_IN_LIMITS.origin.most : null);
      return refuse(isLocked || recorded.isLocked ? 'locked' : reason, error, recorded.newLocks);
    };
    if (user === undefined || !passwordFits || proof === null || isLocked)
      return wrong(passwordFits ? 'wrong_code' : 'wrong_password');

    const isOpen = user.status === 'enabled' && user.is_merchant_open;
    const isFresh = typeof proof === 'object' && 'fresh' in proof;
    // Nothing that counts as a guess: a resubmitted sign-in must not lock the user.
    const outcome = isOpen && isFresh ? 'success' : 'replay';
    if ((await recordAttempt(db, attempt, outcome, now)).isLocked) return wrong('locked');
    const refuseUsed = (kind: 'totp' | 'recovery' = 'totp') =>
      refuse('used_code', new ValidationError({ totp_code: { key: kind === 'totp' ? 'totp_used' : 'recovery_used' } }));
    if (proof === 'outdated') return refuse('used_code', new InvalidCredentialsError());
    if (!('fresh' in proof)) return refuseUsed(proof.used);
    if (user.status !== 'enabled') return refuse('disabled', new ForbiddenError('sign_in_user_disabled'));
    if (!user.is_merchant_open) return refuse('merchant_closed', await closedError(user.merchant_id));
    return { user, proof: proof.fresh, refuseUsed };
  };

  /** Returns what a correct code proves, or null. Verifies both kinds of codes each time, for constant time. */
  async function proofOf(user: FoundUser | undefined, code: string, now: Date): Promise<Proof | null> {
    const isShort = /^[0-9]{6}$/.test(code);
    const stored = user?.totp_secret ?? null;
    const secret = stored === null ? DECOY_SECRET : cipher.decrypt(stored);
    const step = await verifyTotp(secret, isShort ? code : DECOY_CODE, now);
    const key = { merchantId: user?.merchant_id ?? PLATFORM_ID, userId: user?.id ?? PLATFORM_ID };
    const recovery = await recoveryCodes.stateOf(db.kysely, key, code);
    if (stored === null) return null;
    if (!isShort) {
      const fresh = { fresh: { recoveryCode: code } };
      return { fresh, used: { used: 'recovery' as const }, unknown: null }[recovery];
    }
    if (step === null) return null;
    const last = user?.totp_last_step ?? null;
    if (last === null || step > last) return { fresh: { step, secret: stored } };
    return step === last ? { used: 'totp' } : 'outdated';
  }

  async function closedError(merchantId: string): Promise<ForbiddenError> {
    const { isSuspended, parent } = await closingOf(db.kysely, merchantId);
    if (isSuspended || parent === null) return new ForbiddenError('sign_in_suspended');
    return new ForbiddenError('sign_in_merchant_disabled', { parent });
  }

  /** Tells the user of the locks that a failure has caused, of the widest one if there are several. */
  function noticeOf(
    user: FoundUser,
    locks: Awaited<ReturnType<typeof recordAttempt>>['newLocks'],
    { ip, userAgent }: SignInOrigin,
    at: Date,
  ) {
    const lock = locks.find(({ scope }) => scope === 'username') ?? locks.find(({ scope }) => scope === 'origin');
    if (!lock || lock.scope === 'network') return undefined;
    const { scope, until } = lock;
    const told = { user, scope, until, ip, userAgent: userAgent ?? '' };
    return (tx: Parameters<typeof tellOfLock>[0]) => tellOfLock(tx, told, { sendsMail, at });
  }
}
