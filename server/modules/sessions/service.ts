import { subMinutes } from 'date-fns/subMinutes';
import type { LoginBody, MenuTree, UserInfo } from '#shared/contract/session.ts';
import type { CurrencyData } from '@merchant-console/declaration';
import { TEST_MODE } from '#shared/contract/testMode.ts';
import type { Entitlements } from '#server/access/entitlements.ts';
import { effectivePermissions, liveTenantType } from '#server/access/rightsOf.ts';
import { tokenKey } from '#server/crypto/token.ts';
import { updateRow } from '#server/db/rows.ts';
import { SessionEndedError } from '#server/errors.ts';
import { menuVersionOf, type Session } from '#server/http/session.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Menus } from '../menus/service.ts';
import { type CheckDeps, createSignInCheck } from './checkSignIn.ts';
import { endSessions } from './endSession.ts';
import { newDevice } from './knownOrigins.ts';
import { auditSession, createOpening } from './openSession.ts';
import type { SignInOrigin } from './refusals.ts';
import { findLiveSession, findProfile } from './repository.ts';

/** Minimum interval between updates of `last_seen_at`, to save a write per request. In milliseconds. */
const TOUCH_INTERVAL = 10_000;

interface SessionsOptions extends CheckDeps {
  idleMinutes: number;
  /** Those of the current resources. */
  entitlements: () => Entitlements;
  menuFor: Menus['menuFor'];
  /** Shows the sandbox banner on every page although this is not the demo. */
  tellsOfSandbox: boolean;
}

interface SignedIn {
  token: string;
  /** The browser's token, see `deviceIn`. */
  device: string;
  currencyData: CurrencyData;
  menu: MenuTree;
  menuVersion: string;
}

export function createSessionsService(options: SessionsOptions) {
  const { db, clock, idleMinutes, entitlements, menuFor, tellsOfSandbox } = options;
  const check = createSignInCheck(options);
  const openSession = createOpening(options);

  /**
   * Verifies the three factors and creates a session.
   * @throws {InvalidCredentialsError | TooManyRequestsError | ValidationError | ForbiddenError} see `checkSignIn.ts`
   */
  async function signIn(body: LoginBody, origin: SignInOrigin): Promise<SignedIn> {
    const { user, proof, refuseUsed } = await check(body, origin);
    const device = origin.device ?? newDevice();
    const token = await openSession({ merchantId: user.merchant_id, userId: user.id }, { ...origin, device }, proof);
    if (token === null) return refuseUsed();
    const session = await authenticate(token, { keepsAlive: true });
    return {
      token,
      device,
      currencyData: {
        currency: user.currency,
        is_divide_hundred: user.is_divide_hundred,
        time_zone: user.time_zone,
        tenant_time_zone: user.tenant_time_zone,
      },
      menu: await menuFor(user.merchant_id, session.permissions, session),
      menuVersion: session.menuVersion,
    };
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
    const { pages, withPages } = entitlements();
    const row = await findLiveSession(db.kysely, key, { now, idleSince: subMinutes(now, idleMinutes), pages });
    if (!row) throw new SessionEndedError();
    // After the clock was set back, `last_seen_at` is in the future and the session would not time out.
    const sinceSeen = Math.abs(now.getTime() - row.last_seen_at.getTime());
    if (keepsAlive && sinceSeen >= TOUCH_INTERVAL) await updateRow(db.kysely, 'sessions', row, { last_seen_at: now });
    const { id, merchant_id: accountId, user_id: userId, preview_role_id: roleId, is_test: isTest } = row;
    const tenant = { type: liveTenantType(row.tenant_type), merchantNo: row.merchant_no };
    const own = effectivePermissions(withPages(tenant, row.pages ?? []), {
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
      if (ended > 0) await auditSession(tx, 'session.sign_out', actor, sessionId, now);
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
      ...(profile.pay_password_hash === null && { pay_password: 'unset' as const }),
      preview: session.preview && { role_id: session.preview.roleId, role_name: session.preview.roleName },
      ...(tellsOfSandbox && { sandbox: true }),
    };
  }

  return { signIn, authenticate, signOut, userInfo };
}
