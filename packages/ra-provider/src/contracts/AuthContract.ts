import type { AuthProvider } from 'react-admin';

export interface ContractUser<Credentials extends object = object> {
  /** What the login page passes to `login`. Called for each sign-in, because codes may be valid only once. */
  credentials: () => Credentials | Promise<Credentials>;
  /** As in the identity. */
  fullName: string;
}

export interface AuthProviderUnderTest {
  /** The provider of a browser without stored data. */
  authProvider: AuthProvider;
  /** The provider after a reload of the page, with the browser's stored data. */
  reload: () => AuthProvider;
  /** Called at the end of the case. */
  dispose?: () => Promise<void> | void;
}
