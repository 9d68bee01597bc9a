import { v7 as uuidv7 } from 'uuid';
import type { CurrencyData, LoginBody, MenuTree, UserInfo } from '#shared/contract/session.ts';
import { effectivePermissions } from '#server/access/effectivePermissions.ts';
import type { TenantType } from '#server/access/entitlements.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { verifyPassword } from '#server/crypto/password.ts';
import { newToken, tokenKey } from '#server/crypto/token.ts';
import { verifyTotp } from '#server/crypto/totp.ts';
import type { Db } from '#server/db/connect.ts';
import { InvalidCredentialsError, SessionEndedError } from '#server/errors.ts';
import type { Session } from '#server/http/session.ts';
import { findLiveSession, findProfile, findUserByName, useTotpStep } from './repository.ts';
import { clearAttempts, reserveAttempt } from './signInAttempts.ts';

const MINUTE = 60_000;
/** However busy, a session ends after this. */
const ABSOLUTE_LIFETIME = 12 * 60 * MINUTE;
/** The time of the last request is written at most this often, to spare a write a request. */
const TOUCH_INTERVAL = 10_000;
/** Checked for users who have none, so that their refusal takes as long. */
const DECOY_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXA';

export interface SessionsOptions {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  idleMinutes: number;
  /** All that users of a kind of tenant can be allowed to do now. */
  entitledTo: (type: TenantType) => readonly string[];
  /** The menu tree for a user's permissions. */
  menuFor: (merchantId: string, permissions: ReadonlySet<string>) => Promise<MenuTree>;
}

export interface SignInOrigin {
  ip: string;
  userAgent: string | null;
}

export interface SignedIn {
  token: string;
  currencyData: CurrencyData;
  menu: MenuTree;
}

export type SessionsService = ReturnType<typeof createSessionsService>;

export function createSessionsService({ db, clock, cipher, idleMinutes, entitledTo, menuFor }: SessionsOptions) {
  /**
   * Checks the three factors and opens a session.
   * @throws InvalidCredentialsError with nothing that tells which of them was wrong, or that the user is locked
   */
  async function signIn(body: LoginBody, origin: SignInOrigin): Promise<SignedIn> {
    const now = clock.now();
    const username = body.username.trim();
    const allowed = await reserveAttempt(db, username.toLowerCase(), now);
    const user = await findUserByName(db.kysely, username);
    const passwordFits = await verifyPassword(user?.password_hash, body.password);
    const secret = user?.totp_secret ? cipher.decrypt(user.totp_secret) : DECOY_SECRET;
    const step = await verifyTotp(secret, body.totp_code, now, user?.totp_last_step ?? null);
    const active = user?.status === 'enabled' && user.merchant_status === 'active' && user.totp_secret !== null;
    if (!allowed || !passwordFits || step === null || !active) throw new InvalidCredentialsError();

    const token = await openSession(user.merchant_id, user.id, origin, { totpStep: step });
    await clearAttempts(db, username.toLowerCase());
    const { permissions } = await authenticate(token);
    return {
      token,
      currencyData: {
        currency: user.currency,
        is_divide_hundred: user.is_divide_hundred,
        time_zone: user.time_zone,
      },
      menu: await menuFor(user.merchant_id, permissions),
    };
  }

  /** @throws InvalidCredentialsError when the code's step was used by another sign-in in between */
  async function openSession(
    merchantId: string,
    userId: string,
    origin: SignInOrigin,
    { totpStep }: { totpStep: bigint },
  ): Promise<string> {
    const now = clock.now();
    const token = newToken(merchantId);
    const key = tokenKey(token);
    if (key === null) throw new Error('a new token has no key');
    await db.transaction(async (tx) => {
      const fresh = await useTotpStep(tx, merchantId, userId, totpStep, { at: now, ip: origin.ip });
      if (!fresh) throw new InvalidCredentialsError();
      await tx
        .insertInto('sessions')
        .values({
          merchant_id: merchantId,
          id: uuidv7({ msecs: now.getTime() }),
          user_id: userId,
          token_hash: key.hash,
          ip: origin.ip,
          user_agent: origin.userAgent?.slice(0, 256) ?? null,
          created_at: now,
          last_seen_at: now,
          expires_at: new Date(now.getTime() + ABSOLUTE_LIFETIME),
          ended_at: null,
        })
        .execute();
    });
    return token;
  }

  /**
   * The session of a token, with the rights its user has now; keeps an active session from idling out.
   * @throws SessionEndedError
   */
  async function authenticate(token: string): Promise<Session> {
    const key = tokenKey(token);
    if (key === null) throw new SessionEndedError();
    const now = clock.now();
    const row = await findLiveSession(db.kysely, key, now, new Date(now.getTime() - idleMinutes * MINUTE));
    if (!row) throw new SessionEndedError();
    if (now.getTime() - row.last_seen_at.getTime() >= TOUCH_INTERVAL) await touch(row, now);
    return {
      id: row.id,
      merchantId: row.merchant_id,
      userId: row.user_id,
      permissions: effectivePermissions(entitledTo(row.tenant_type), {
        isOwner: row.is_owner ?? false,
        granted: row.granted ?? [],
      }),
    };
  }

  async function touch(session: { merchant_id: string; id: string }, now: Date): Promise<void> {
    await db.kysely
      .updateTable('sessions')
      .set({ last_seen_at: now })
      .where('merchant_id', '=', session.merchant_id)
      .where('id', '=', session.id)
      .execute();
  }

  async function signOut(session: Session): Promise<void> {
    await db.kysely
      .updateTable('sessions')
      .set({ ended_at: clock.now() })
      .where('merchant_id', '=', session.merchantId)
      .where('id', '=', session.id)
      .execute();
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
    };
  }

  return { signIn, authenticate, signOut, userInfo };
}
