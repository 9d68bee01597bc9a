import { describe, onTestFinished } from 'vitest';
import { errorContract } from './console/errorContract.ts';
import { identityContract } from './console/identityContract.ts';
import { signInContract } from './console/signInContract.ts';
import { signOutContract } from './console/signOutContract.ts';
import { storedSessionContract } from './console/storedSessionContract.ts';
import { authProviderContract } from './authProviderContract.ts';
import type { ConsoleAuth, ConsoleAuthUnderTest, ConsoleUsers } from './ConsoleAuth.ts';

interface ConsoleAuthOptions {
  capabilities?: {
    /** Stored data is checked against this console's menu and currency, not only for being readable. Default: true. */
    checksStoredData?: boolean;
  };
}

/**
 * Declares `authProviderContract` and the tests of what this console requires besides: permission keys, messages, few
 * requests, one report per ended session, and damaged data in the browser.
 * @param name of the provider in the report
 * @param makeProvider returns a provider of a browser without stored data; called once per case
 */
export function consoleAuthContract(
  name: string,
  makeProvider: () => ConsoleAuthUnderTest | Promise<ConsoleAuthUnderTest>,
  users: ConsoleUsers,
  { capabilities: { checksStoredData = true } = {} }: ConsoleAuthOptions = {},
): void {
  const open = async () => {
    const made = await makeProvider();
    onTestFinished(async () => made.dispose?.());
    return made;
  };
  const openSignedIn = async () => {
    const made = await open();
    await made.authProvider.login(await users[0].credentials());
    return made;
  };
  const contract: ConsoleAuth = { users, checksStoredData, open, openSignedIn };
  authProviderContract(name, makeProvider, users);
  describe(`authProvider contract of the console: ${name}`, () => {
    signInContract(contract);
    signOutContract(contract);
    storedSessionContract(contract);
    errorContract(contract);
    identityContract(contract);
  });
}
