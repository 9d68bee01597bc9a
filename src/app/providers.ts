import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider, DataProvider, Store } from 'react-admin';
import type { Lack } from '#shared/contract/runtimeSettings.ts';
import type { Confirmations } from '#console/api/confirmations.ts';
import type { Api } from '#console/api/createApi.ts';
import type { ConsoleCalls } from '#console/api/dataProvider.ts';
import type { MenuVersion } from '#console/api/menuVersion.ts';
import type { SessionStore } from '#console/api/sessionStore.ts';
import type { RefreshingProvider } from '#console/live/createRefresher.ts';
import type { DeclarationSource } from '@merchant-console/ra-declared';
import type { IdleMonitor } from '#console/shell/idle/createIdleMonitor.ts';

/** What `App` takes, like react-admin's `<Admin>`. */
export interface Providers {
  dataProvider: AppDataProvider;
  authProvider: AppAuthProvider;
  /** Default: in memory, because local storage outlives the session and is shared by all tabs. */
  store?: Store;
  /** Default: one with this console's rules for retries and stale data. */
  queryClient?: QueryClient;
}

/** react-admin's state of one session, discarded with the session. */
export type Admin = Required<Providers>;

/** Any dataProvider of react-admin, with what the console itself asks. Pages need the calls that they make. */
export type AppDataProvider = DataProvider & Partial<ConsoleCalls> & ServerCalls;

interface ServerCalls {
  /** Makes a call of the contract that isn't about the records of a resource. */
  call: Api;
  /** The declaration of a resource. */
  getDeclaration: DeclarationSource;
  /** What the back end lacks. Nothing that needs them is shown. */
  lacks?: ReadonlySet<Lack>;
  /** Base URL of the API, for links. */
  apiBase?: string;
  /** The same, by calls that don't keep the session from expiring. */
  inBackground?: RefreshingProvider;
  /** Announces changes on the server (`live/hints.ts`). Resolves to a function that stops it. */
  followChanges?: () => Promise<() => void>;
}

/** Why `logout` is called. Absent if the session has ended by itself. */
export type LogoutReason = 'user' | 'idle';

/** Any authProvider of react-admin, with what the sign-in returned about the session. */
export interface AppAuthProvider extends AuthProvider {
  session: AppSession;
  logout(params: { reason?: LogoutReason }): ReturnType<AuthProvider['logout']>;
  /**
   * Switches the session between live and test data. The console restarts at `address` under the new token, without
   * cached data and open pages of the previous side.
   * @throws {ApiError} if the server rejects it, or the browser has no room for it; the session stays on its side
   */
  switchSide?(to: 'live' | 'test', address: string): Promise<void>;
  /** Calls that wait until the user has confirmed the session. */
  confirmations?: Confirmations;
  /** Tracks the session's idle time. Absent if the console doesn't end idle sessions. */
  createIdleMonitor?: (() => IdleMonitor) | undefined;
}

/** The session as stored in the browser: the menu with its permissions, and the tenant's currency and time zone. */
export type AppSession = Pick<
  SessionStore,
  'getToken' | 'getMenuTree' | 'saveMenuTree' | 'getCurrencyData' | 'saveTimeZone' | 'subscribe'
> & { menuVersion: MenuVersion };
