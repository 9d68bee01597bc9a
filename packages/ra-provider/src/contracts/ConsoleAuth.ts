import type { AuthProviderUnderTest, ContractUser } from './AuthContract.ts';
import type { Faults } from './Faults.ts';

export interface Credentials {
  username: string;
  password: string;
  totp_code: string;
}

export interface ConsoleUser extends ContractUser<Credentials> {
  /** All permission keys (`orders.list`) that this user holds. */
  permissions: readonly string[];
}

/** Two users whose names differ; the first holds at least one permission that the second lacks. */
export type ConsoleUsers = readonly [ConsoleUser, ConsoleUser];

export type StoredPart = 'menu' | 'currency';

export interface ConsoleAuthUnderTest extends AuthProviderUnderTest {
  /** Makes a call that both users may make and that requires a session. */
  call: () => Promise<unknown>;
  /** Replaces a part of the browser's stored data by `text`, or removes it if that is null. */
  damage: (part: StoredPart, text: string | null) => void;
  /** The messages shown to the user when a session ended by itself, oldest first. */
  endings: () => readonly string[];
  /** The number of requests so far. */
  requests: () => number;
  faults: Faults;
}

/** Input of the parts of the contract. */
export interface ConsoleAuth {
  users: ConsoleUsers;
  /** True if stored data must fit this console's schemas of menu and currency. */
  checksStoredData: boolean;
  /** A provider of a browser without a session. */
  open: () => Promise<ConsoleAuthUnderTest>;
  /** The same, with the first user signed in. */
  openSignedIn: () => Promise<ConsoleAuthUnderTest>;
}
