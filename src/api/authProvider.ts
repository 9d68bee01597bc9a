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
import { parseWith } from './readEnvelope.ts';
import { SessionDataError, sessionProblem } from './SessionDataError.ts';
import type { SessionStore } from './sessionStore.ts';

interface AuthProviderConfig {
  /** `/prod-api`, or where else the API is. */
  apiBase: string;
  session: SessionStore;
  menuVersion: Pick<MenuVersion, 'noteMenu'>;
  /** Told when the server's user info is unusable, after the session has been cleared. */
  onSessionEnded: (message: string) => void;
}

export type ConsoleAuthProvider = AuthProvider &
  Required<Pick<AuthProvider, 'getIdentity' | 'canAccess'>> & {
    login(params: LoginBody): Promise<void>;
    getPermissions(): Promise<string[]>;
  };

/**
 * react-admin's authProvider. Only login, logout and getIdentity make requests: react-admin asks the others several
 * times a page.
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
    /** @throws ApiError in the server's words; SessionDataError for a user who has no menu. Nothing is stored then. */
    async login({ username, password, totp_code }: LoginBody) {
      const body = JSON.stringify({ username: username.trim(), password, totp_code });
      const { status, json } = await httpClient(`${apiBase}${calls.login.path}`, { method: 'POST', body });
      const data = parseWith(loginDataSchema, json, status);
      if (data.routers.length === 0) throw new SessionDataError('errors.empty_roles');
      // First, because saving the session opens the console.
      menuVersion.noteMenu();
      session.save(data);
    },

    /** Signs out here at once, whatever becomes of the request; the server is revoked even if the page is closed. */
    async logout() {
      const signedIn = session.getToken() !== null;
      const revoked = signedIn && httpClient(`${apiBase}${calls.logout.path}`, { method: 'POST', keepalive: true });
      session.clear();
      await Promise.allSettled([revoked]);
    },

    /** @throws Error when nobody is signed in; SessionDataError, with the session cleared, when it is damaged */
    async checkAuth() {
      if (session.getToken() === null) throw new Error('ra.auth.auth_check_error');
      const problem = sessionProblem(session);
      if (problem === null) return;
      session.clear();
      throw problem;
    },

    /** @throws the error itself if it has ended the session; any other error is not this provider's business */
    async checkError(error: unknown) {
      if (error instanceof ApiError && error.code === CODE_SESSION_ENDED) throw error;
    },

    async getPermissions() {
      return permissions();
    },

    async canAccess({ resource, action }) {
      return permissions().includes(permissionKey(resource, action));
    },

    /** Asked once a session. @throws SessionDataError for an answer without user or roles; it ends the session */
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

/** Every permission key (`orders.list`) that the menu tree grants, each once. */
function permissionsOf(tree: MenuTree): string[] {
  return [...new Set(tree.flatMap(granted))];
}

function granted({ permissions = [], children = [] }: MenuEntry): string[] {
  return [...permissions, ...children.flatMap(granted)];
}

/**
 * react-admin's form of the user info. Where a back end gives no id of the user, the name stands for it.
 *
 * @throws SessionDataError with the message for empty roles, or for anything else that is missing
 */
function userIdentity(
  data: unknown,
): UserIdentity & Pick<UserInfo, 'roles' | 'introduction' | 'preview' | 'sandbox' | 'test_mode'> {
  const info = userInfoSchema.safeParse(data);
  if (!info.success) {
    const rolesMissing = info.error.issues.some(({ path }) => path[0] === 'roles');
    throw new SessionDataError(rolesMissing ? 'errors.empty_roles' : 'errors.missing_user_info');
  }
  const { name, id = name, avatar, introduction, roles, preview, sandbox, test_mode } = info.data;
  if (roles.length === 0) throw new SessionDataError('errors.empty_roles');
  const more = { ...(preview && { preview }), ...(sandbox && { sandbox }), ...(test_mode && { test_mode }) };
  return { id, fullName: name, avatar, introduction, roles, ...more };
}
