import type { AuthProvider, UserIdentity } from 'react-admin';
import * as calls from '#shared/contract/calls.ts';
import { CODE_SESSION_ENDED } from '#shared/contract/envelope.ts';
import {
  loginDataSchema,
  userInfoSchema,
  type LoginBody,
  type MenuEntry,
  type MenuTree,
  type UserInfo,
} from '#shared/contract/session.ts';
import { permissionKey } from '#shared/declaration/permissions.ts';
import { ApiError } from './ApiError.ts';
import type { ProviderFactory } from './httpClient.ts';
import type { MenuVersion } from './menuVersion.ts';
import { readableMenuSchema } from './readableMenu.ts';
import { parseWith } from './readEnvelope.ts';
import { SessionDataError, sessionProblem } from './SessionDataError.ts';
import type { SessionStore } from './sessionStore.ts';

interface AuthProviderConfig {
  /** `/prod-api`, or another base URL of the API. */
  apiBase: string;
  session: SessionStore;
  menuVersion: Pick<MenuVersion, 'noteMenu'>;
  /** Called after the session was cleared because the server's user info was unusable. */
  onSessionEnded: (message: string) => void;
}

export type ConsoleAuthProvider = AuthProvider &
  Required<Pick<AuthProvider, 'getIdentity' | 'canAccess'>> & {
    login(params: LoginBody): Promise<void>;
    getPermissions(): Promise<string[]>;
  };

const readableLoginSchema = loginDataSchema.extend({ routers: readableMenuSchema });

/**
 * react-admin's authProvider. Only login, logout and getIdentity make requests, because react-admin calls the others
 * several times per page.
 */
export const createAuthProvider: ProviderFactory<AuthProviderConfig, ConsoleAuthProvider> = (
  { apiBase, session, menuVersion, onSessionEnded },
  httpClient,
) => {
  let identity: { token: string; of: Promise<UserIdentity> } | undefined;

  const permissions = () => permissionsOf(session.getMenuTree() ?? []);

  async function fetchIdentity(token: string): Promise<UserIdentity> {
    const { json } = await httpClient(`${apiBase}${calls.userInfo.path}?${new URLSearchParams({ token })}`);
    try {
      return userIdentity(json);
    } catch (error) {
      if (error instanceof SessionDataError && session.getToken() === token) {
        session.clear();
        onSessionEnded(error.message);
      }
      throw error;
    }
  }

  return {
    /**
     * @throws {ApiError} with the server's message
     * @throws {SessionDataError} for a user without a menu; nothing is stored then
     */
    async login({ username, password, totp_code }: LoginBody) {
      const body = JSON.stringify({ username: username.trim(), password, totp_code });
      const { status, json } = await httpClient(`${apiBase}${calls.login.path}`, { method: 'POST', body });
      const data = parseWith(readableLoginSchema, json, status);
      if (data.routers.length === 0) throw new SessionDataError('errors.empty_roles');
      // Must come first, because saving the session opens the console.
      menuVersion.noteMenu();
      session.save(data);
    },

    /**
     * Signs out locally at once, whatever the outcome of the request. The request that ends the server's session
     * outlives the page.
     */
    async logout() {
      const signedIn = session.getToken() !== null;
      const revoked = signedIn && httpClient(`${apiBase}${calls.logout.path}`, { method: 'POST', keepalive: true });
      session.clear();
      await Promise.allSettled([revoked]);
    },

    /**
     * @throws {Error} if nobody is signed in
     * @throws {SessionDataError} if the session is damaged; it is cleared
     */
    async checkAuth() {
      if (session.getToken() === null) throw new Error('ra.auth.auth_check_error');
      const problem = sessionProblem(session);
      if (problem === null) return;
      session.clear();
      throw problem;
    },

    /** @throws the error itself if it has ended the session; ignores all others */
    async checkError(error: unknown) {
      if (error instanceof ApiError && error.code === CODE_SESSION_ENDED) throw error;
    },

    async getPermissions() {
      return permissions();
    },

    async canAccess({ resource, action }) {
      return permissions().includes(permissionKey(resource, action));
    },

    /**
     * Requested once per session.
     * @throws {SessionDataError} for a response without user or roles; it ends the session
     */
    async getIdentity() {
      const token = session.getToken();
      if (token === null) throw new SessionDataError('errors.missing_user_info');
      if (identity?.token !== token) identity = { token, of: fetchIdentity(token) };
      const current = identity;
      return current.of.catch((error: unknown) => {
        if (identity === current) identity = undefined;
        throw error;
      });
    },
  };
};

/** All permission keys (`orders.list`) in the menu tree, without duplicates. */
function permissionsOf(tree: MenuTree): string[] {
  return [...new Set(tree.flatMap(granted))];
}

function granted({ permissions = [], children = [] }: MenuEntry): string[] {
  return [...permissions, ...children.flatMap(granted)];
}

/**
 * Converts the user info to react-admin's format. Without a user ID from the back end, the name is used instead.
 *
 * @throws {SessionDataError} with one message for empty roles and another for anything else that is missing
 */
function userIdentity(
  data: unknown,
): UserIdentity & Pick<UserInfo, 'roles' | 'introduction' | 'preview' | 'sandbox' | 'test_mode' | 'pay_password'> {
  const info = userInfoSchema.safeParse(data);
  if (!info.success) {
    const rolesMissing = info.error.issues.some(({ path }) => path[0] === 'roles');
    throw new SessionDataError(rolesMissing ? 'errors.empty_roles' : 'errors.missing_user_info');
  }
  const { name, id = name, avatar, introduction, roles, preview, sandbox, test_mode, pay_password } = info.data;
  if (roles.length === 0) throw new SessionDataError('errors.empty_roles');
  const more = {
    ...(preview && { preview }),
    ...(sandbox && { sandbox }),
    ...(test_mode && { test_mode }),
    ...(pay_password && { pay_password }),
  };
  return { id, fullName: name, avatar, introduction, roles, ...more };
}
