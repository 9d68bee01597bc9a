import type { AuthProvider } from 'react-admin';
import type { Faults } from './Faults.ts';

export interface Credentials {
  username: string;
  password: string;
  totp_code: string;
}

export interface ContractUser {
  /** What this user signs in with now; codes may be good for one use, so it is asked for each time. */
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
  /** Makes one call that both users may make, and nobody who is not signed in. */
  call: () => Promise<unknown>;
  /** The provider that a reload of the page makes, over what the browser has kept. */
  reload: () => AuthProvider;
  /** Puts text in the place of a part of what the browser keeps; null takes it away. */
  damage: (part: StoredPart, text: string | null) => void;
  /** What the user was told each time that a session ended by itself, oldest first. */
  endings: () => readonly string[];
  /** How many requests have been made. */
  requests: () => number;
  faults: Faults;
  /** Called when the case is over. */
  dispose?: () => Promise<void> | void;
}

/** What the parts of the contract work with. */
export interface AuthContract {
  users: ContractUsers;
  /** A provider of a browser in which nobody is signed in. */
  open: () => Promise<AuthProviderUnderTest>;
  /** The same with the first user signed in. */
  openSignedIn: () => Promise<AuthProviderUnderTest>;
}
