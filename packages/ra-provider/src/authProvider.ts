import type { AuthProvider, UserIdentity } from 'react-admin';
import { z } from 'zod';
import { CODE_SESSION_ENDED, permissionKey } from '@merchant-console/protocol';
import { ApiError } from './ApiError.ts';
import type { HttpClient } from './httpClient.ts';
import { parseWith } from './readEnvelope.ts';
import { SessionDataError, sessionProblem } from './SessionDataError.ts';
import type { MenuNode, SessionStore } from './sessionStore.ts';

const PATHS = { login: '/login', logout: '/logout', userInfo: '/vue-element-admin/user/info' };

/** The response about the signed-in user, as far as the provider reads it. */
interface User {
  /** If the back end sends one. Names aren't unique. */
  id?: string | undefined;
  roles: string[];
  name: string;
  avatar: string;
}

const anyUserSchema: z.ZodType<User> = z.looseObject({
  id: z.string().optional(),
  roles: z.array(z.string()),
  name: z.string(),
  avatar: z.string(),
});

export interface AuthProviderConfig {
  /** `/prod-api`, or another base URL of the API. */
  apiBase: string;
  session: SessionStore;
  /** The response about the signed-in user, whose values all become part of the identity. Default: any values. */
  userSchema?: z.ZodType<User>;
  /** Called after the server has accepted a sign-in, before the session is saved. */
  onSignedIn?: () => void;
  /** Called after the session was cleared because the server's user info was unusable. */
  onSessionEnded: (message: string) => void;
}

interface Credentials {
  username: string;
  password: string;
  /** Current code of the user's authenticator, or a recovery code. Not sent if absent. */
  totp_code?: string | undefined;
}

export type SessionAuthProvider = AuthProvider &
  Required<Pick<AuthProvider, 'getIdentity' | 'canAccess'>> & {
    login(params: Credentials): Promise<void>;
    getPermissions(): Promise<string[]>;
  };

/**
 * react-admin's authProvider. Only login, logout and getIdentity make requests, because react-admin calls the others
 * several times per page.
 */
export function createAuthProvider(
  { apiBase, session, userSchema = anyUserSchema, onSignedIn, onSessionEnded }: AuthProviderConfig,
  httpClient: HttpClient,
): SessionAuthProvider {
  let identity: { token: string; of: Promise<UserIdentity> } | undefined;

  const permissions = () => permissionsOf(session.getMenuTree() ?? []);

  async function fetchIdentity(token: string): Promise<UserIdentity> {
    const { json } = await httpClient(`${apiBase}${PATHS.userInfo}?${new URLSearchParams({ token })}`);
    try {
      return userIdentity(json, userSchema);
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
    async login({ username, password, totp_code }: Credentials) {
      const body = JSON.stringify({ username: username.trim(), password, totp_code });
      const { status, json } = await httpClient(`${apiBase}${PATHS.login}`, { method: 'POST', body });
      const data = parseWith(session.signInSchema, json, status);
      if (data.routers.length === 0) throw new SessionDataError('errors.empty_roles');
      // Must come first, because saving the session opens the console.
      onSignedIn?.();
      session.save(data);
    },

    /**
     * Signs out locally at once, whatever the outcome of the request. The request that ends the server's session
     * outlives the page.
     */
    async logout() {
      const signedIn = session.getToken() !== null;
      const revoked = signedIn && httpClient(`${apiBase}${PATHS.logout}`, { method: 'POST', keepalive: true });
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
}

/** All permission keys (`orders.list`) in the menu, without duplicates. */
function permissionsOf(menu: readonly MenuNode[]): string[] {
  return [...new Set(menu.flatMap(granted))];
}

function granted({ permissions = [], children = [] }: MenuNode): string[] {
  return [...permissions, ...children.flatMap(granted)];
}

/**
 * Converts the user info to react-admin's format. Without a user ID from the back end, the name is used instead.
 * Leaves out values that are null.
 *
 * @throws {SessionDataError} with one message for empty roles and another for anything else that is missing
 */
function userIdentity(data: unknown, schema: z.ZodType<User>): UserIdentity {
  const user = schema.safeParse(data);
  if (!user.success) {
    const rolesMissing = user.error.issues.some(({ path }) => path[0] === 'roles');
    throw new SessionDataError(rolesMissing ? 'errors.empty_roles' : 'errors.missing_user_info');
  }
  const { name, id = name, ...more } = user.data;
  if (more.roles.length === 0) throw new SessionDataError('errors.empty_roles');
  const known = Object.entries(more).filter(([, value]) => value !== null && value !== undefined);
  return { id, fullName: name, ...Object.fromEntries(known) };
}
