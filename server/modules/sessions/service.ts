import { addHours } from 'date-fns/addHours';
import { subMinutes } from 'date-fns/subMinutes';
import { v7 as uuidv7 } from 'uuid';
import type { CurrencyData, LoginBody, MenuTree, UserInfo } from '#shared/contract/session.ts';
import { TEST_MODE } from '#shared/contract/testMode.ts';
import type { TenantType } from '#server/access/entitlements.ts';
import { effectivePermissions, liveTenantType } from '#server/access/rightsOf.ts';
import { recordAudit, type RefusalLog } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { RecoveryCodes } from '#server/credentials/recoveryCodes.ts';
import { useTotpStep } from '#server/credentials/totpConfirmation.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { verifyPassword } from '#server/crypto/password.ts';
import { newToken, tokenHash, tokenKey } from '#server/crypto/token.ts';
import { verifyTotp, isCodeUsed } from '#server/crypto/totp.ts';
import { lockTenant, PLATFORM_ID, type UserKey } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { InvalidCredentialsError, SessionEndedError } from '#server/errors.ts';
import { menuVersionOf, type Session } from '#server/http/session.ts';
import { recordFailure, recordReplay, recordSuccess } from '#server/limits/attempts.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Menus } from '../menus/service.ts';
import { endSessions } from './endSession.ts';
import { type RefusalReason, refusedSignIn, shortened, type SignInOrigin } from './refusals.ts';
import {
  findLiveSession,
  findProfile,
  findUserByName,
  notifyOfNewAddress,
  recordSignIn,
  recordTenantSignIn,
} from './repository.ts';

const SIGN_INS = { table: 'sign_in_attempts', column: 'username', maxFailures: 10 } as const;

/** Maximum duration of a session, even if it is active. */
const ABSOLUTE_LIFETIME_HOURS = 12;

/** Minimum interval between updates of `last_seen_at`, to save a write per request. In milliseconds. */
const TOUCH_INTERVAL = 10_000;

/** Verified for users without an authenticator, so that their rejection takes as long. */
const DECOY_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXA';

/** Verified instead of a recovery code, so that both kinds of codes take as long. */
const DECOY_CODE = '000000';

interface SessionsOptions {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  idleMinutes: number;
  /** All permissions that users of a tenant type can hold now. */
  entitledTo: (type: TenantType) => readonly string[];
  menuFor: Menus['menuFor'];
  refusals: RefusalLog;
  /** Called with the reason of each rejected sign-in, also for nonexistent usernames. */
  onRefused(this: void, reason: RefusalReason): void;
  /** Shows the sandbox banner on every page although this is not the demo. */
  tellsOfSandbox: boolean;
  recoveryCodes: RecoveryCodes;
}

/** A correct code that isn't recorded as used yet. */
type SecondFactor = { step: bigint; secret: string } | { recoveryCode: string };

interface SignedIn {
  token: string;
  currencyData: CurrencyData;
  menu: MenuTree;
  menuVersion: string;
}

export function createSessionsService({
  db,
  clock,
  cipher,
  idleMinutes,
  entitledTo,
  menuFor,
  refusals,
  onRefused,
  tellsOfSandbox,
  recoveryCodes,
}: SessionsOptions) {
  /**
   * Verifies the three factors and creates a session.
   * @throws {InvalidCredentialsError} without revealing which factor was wrong or that the user is locked
   */
  async function signIn(body: LoginBody, origin: SignInOrigin): Promise<SignedIn> {
    const now = clock.now();
    const username = body.username.trim();
    // By username, existing or not, at the same cost.
    const attempter = { merchantId: PLATFORM_ID, who: username.toLowerCase() };
    const user = await findUserByName(db.kysely, username);
    const passwordFits = await verifyPassword(user?.password_hash, body.password);
    const proof = await proofOf(user, body.totp_code, now);
    const active = user?.status === 'enabled' && user.is_merchant_open && user.totp_secret !== null;
    const refuse = (reason: RefusalReason): never => {
      onRefused(reason);
      if (user) refusals.writeAfter(origin.answered, refusedSignIn(user, reason, origin, now));
      throw new InvalidCredentialsError();
    };
    const wrong = async (reason: RefusalReason): Promise<never> => {
      const { failures } = await recordFailure(db, SIGN_INS, attempter, now);
      return refuse(failures > SIGN_INS.maxFailures ? 'locked' : reason);
    };
    if (!active) return wrong('disabled');
    if (!passwordFits) return wrong('wrong_password');
    if (proof === null) return wrong('wrong_code');
    // A correct but used code is no guess: a resubmitted sign-in must not lock the user.
    if (proof === 'used') return refuse((await recordReplay(db, SIGN_INS, attempter, now)) ? 'locked' : 'wrong_code');
    if (!(await recordSuccess(db, SIGN_INS, attempter, now))) return refuse('locked');

    const token = await openSession({ merchantId: user.merchant_id, userId: user.id }, origin, proof);
    if (token === null) return refuse('wrong_code');
    const { permissions, menuVersion } = await authenticate(token, { keepsAlive: true });
    return {
      token,
      currencyData: {
        currency: user.currency,
        is_divide_hundred: user.is_divide_hundred,
        time_zone: user.time_zone,
        tenant_time_zone: user.tenant_time_zone,
      },
      menu: await menuFor(user.merchant_id, permissions, 'live'),
      menuVersion,
    };
  }

  /** Returns what a correct code proves, or null. Verifies both kinds of codes each time, for constant time. */
  async function proofOf(
    user: Awaited<ReturnType<typeof findUserByName>>,
    code: string,
    now: Date,
  ): Promise<SecondFactor | 'used' | null> {
    const isShort = /^[0-9]{6}$/.test(code);
    const stored = user?.totp_secret ?? null;
    const secret = stored === null ? DECOY_SECRET : cipher.decrypt(stored);
    const step = await verifyTotp(secret, isShort ? code : DECOY_CODE, now);
    const key = { merchantId: user?.merchant_id ?? PLATFORM_ID, userId: user?.id ?? PLATFORM_ID };
    const recovery = await recoveryCodes.stateOf(db.kysely, key, code);
    if (!isShort) return { fresh: { recoveryCode: code }, used: 'used' as const, unknown: null }[recovery];
    if (step === null || stored === null) return null;
    return isCodeUsed(step, user?.totp_last_step ?? null) ? 'used' : { step, secret: stored };
  }

  /** The new session's token, or null if a concurrent sign-in has used the code. */
  async function openSession(user: UserKey, origin: SignInOrigin, proof: SecondFactor): Promise<string | null> {
    const { merchantId, userId } = user;
    const now = clock.now();
    const token = newToken(merchantId);
    const actor = { ...user, ip: origin.ip, userAgent: shortened(origin.userAgent) };
    return db.transaction(async (tx) => {
      // Before the user's row, in the lock order of all changes of users.
      await lockTenant(tx, merchantId);
      if (!(await spendProof(tx, actor, proof, now))) return null;
      await recordTenantSignIn(tx, merchantId, now);
      const id = uuidv7({ msecs: now.getTime() });
      await notifyOfNewAddress(tx, actor, id, now);
      await tx
        .insertInto('sessions')
        .values({
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
        })
        .execute();
      await audit(tx, 'session.sign_in', actor, id, now);
      return token;
    });
  }

  /**
   * Marks the code as used. For a recovery code, the audit entry records how many are left.
   * @returns false if a concurrent sign-in has used it
   */
  async function spendProof(tx: Tx, actor: Actor, proof: SecondFactor, at: Date): Promise<boolean> {
    const { merchantId, userId, ip } = actor;
    if ('step' in proof)
      return useTotpStep(tx, { merchantId, userId }, proof, { last_login_at: at, last_login_ip: ip });
    const left = await recoveryCodes.use(tx, actor, proof.recoveryCode);
    if (left === null) return false;
    await recordSignIn(tx, actor, { at, ip });
    await recordAudit(tx, {
      actor,
      action: 'users.use_recovery_code',
      recordId: userId,
      at,
      before: { recovery_codes_left: left + 1 },
      after: { recovery_codes_left: left },
    });
    return true;
  }

  /**
   * The session of a token with the user's current permissions.
   * @param options.keepsAlive true to postpone the idle time-out
   * @throws {SessionEndedError} if there is no live session
   */
  async function authenticate(token: string, { keepsAlive }: { keepsAlive: boolean }): Promise<Session> {
    const key = tokenKey(token);
    if (key === null) throw new SessionEndedError();
    const now = clock.now();
    const row = await findLiveSession(db.kysely, key, now, subMinutes(now, idleMinutes));
    if (!row) throw new SessionEndedError();
    // After the clock was set back, `last_seen_at` is in the future and the session would not time out.
    const sinceSeen = Math.abs(now.getTime() - row.last_seen_at.getTime());
    if (keepsAlive && sinceSeen >= TOUCH_INTERVAL) await updateRow(db.kysely, 'sessions', row, { last_seen_at: now });
    const { id, merchant_id: accountId, user_id: userId, preview_role_id: roleId, is_test: isTest } = row;
    const own = effectivePermissions(entitledTo(liveTenantType(row.tenant_type)), {
      isOwner: row.is_owner ?? false,
      granted: row.granted ?? [],
    });
    const merchantId = isTest ? row.test_merchant_id : accountId;
    // A test session without its test side ends, rather than continuing on live data.
    if (merchantId === null || (isTest && !own.has(TEST_MODE))) throw new SessionEndedError();
    const seenAs = { isOwner: row.preview_is_owner ?? false, granted: row.preview_granted ?? [] };
    const permissions = roleId === null ? own : effectivePermissions([...own], seenAs);
    return {
      id,
      merchantId,
      accountId,
      isTest,
      userId,
      permissions,
      isConfirmed: row.confirmed_until !== null && row.confirmed_until > now,
      preview: roleId === null ? null : { roleId, roleName: row.preview_name },
      menuVersion: menuVersionOf(row.menu_version ?? 0n, permissions, isTest),
    };
  }

  async function signOut(actor: Actor, sessionId: string): Promise<void> {
    const now = clock.now();
    await db.transaction(async (tx) => {
      const ended = await endSessions(tx, { merchantId: actor.merchantId, id: sessionId }, now);
      if (ended > 0) await audit(tx, 'session.sign_out', actor, sessionId, now);
    });
  }

  async function userInfo(session: Session): Promise<UserInfo> {
    const profile = await findProfile(db.kysely, session.merchantId, session.userId);
    if (!profile) throw new SessionEndedError();
    return {
      id: session.userId,
      roles: profile.roles,
      name: profile.real_name ?? profile.username,
      avatar: profile.avatar ?? '',
      introduction: profile.introduction ?? '',
      ...(session.isTest && { test_mode: 'on' as const }),
      ...(!session.isTest && session.permissions.has(TEST_MODE) && { test_mode: 'off' as const }),
      preview: session.preview && { role_id: session.preview.roleId, role_name: session.preview.roleName },
      ...(tellsOfSandbox && { sandbox: true }),
    };
  }

  return { signIn, authenticate, signOut, userInfo };
}

function audit(tx: Tx, action: string, actor: Actor, sessionId: string, at: Date): Promise<void> {
  return recordAudit(tx, { actor, action, resource: 'sessions', recordId: sessionId, at });
}
