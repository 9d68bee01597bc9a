import type { AuthProvider } from 'react-admin';
import type { Faults } from './Faults.ts';

export interface Credentials {
  username: string;
  password: string;
  totp_code: string;
}

export interface ContractUser {
  /** The user's current credentials. Called for each sign-in, because codes may be valid only once. */
  credentials: () => Credentials | Promise<Credentials>;
  fullName: string;
  /** All permission keys (`orders.list`) that this user holds. */
  permissions: readonly string[];
}

/** Two users whose names differ; the first holds at least one permission that the second lacks. */
export type ContractUsers = readonly [ContractUser, ContractUser];

export type StoredPart = 'menu' | 'currency';

export interface AuthProviderUnderTest {
  authProvider: AuthProvider;
  /** Makes a call that both users may make and that requires a session. */
  call: () => Promise<unknown>;
  /** The provider after a reload of the page, with the browser's stored data. */
  reload: () => AuthProvider;
  /** Replaces a part of the browser's stored data by `text`, or removes it if that is null. */
  damage: (part: StoredPart, text: string | null) => void;
  /** The messages shown to the user when a session ended by itself, oldest first. */
  endings: () => readonly string[];
  /** The number of requests so far. */
  requests: () => number;
  faults: Faults;
  /** Called at the end of the case. */
  dispose?: () => Promise<void> | void;
}

/** Input of the parts of the contract. */
export interface AuthContract {
  users: ContractUsers;
  /** True if stored data must fit this console's schemas of menu and currency. */
  checksStoredData: boolean;
  /** A provider of a browser without a session. */
  open: () => Promise<AuthProviderUnderTest>;
  /** The same, with the first user signed in. */
  openSignedIn: () => Promise<AuthProviderUnderTest>;
}
