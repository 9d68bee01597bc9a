import { describe, onTestFinished } from 'vitest';
import { errorContract } from './auth/errorContract.ts';
import { identityContract } from './auth/identityContract.ts';
import { signInContract } from './auth/signInContract.ts';
import { signOutContract } from './auth/signOutContract.ts';
import { storedSessionContract } from './auth/storedSessionContract.ts';
import type { AuthContract, AuthProviderUnderTest, ContractUsers } from './AuthContract.ts';

interface AuthContractOptions {
  capabilities?: {
    /** Stored data is checked against this console's menu and currency, not only for being readable. Default: true. */
    checksStoredData?: boolean;
  };
}

/**
 * Declares the tests of an authProvider for this console, through react-admin's interface only.
 * @param name of the provider in the report
 * @param makeProvider returns a provider of a browser without stored data; called once per case
 */
export function authProviderContract(
  name: string,
  makeProvider: () => AuthProviderUnderTest | Promise<AuthProviderUnderTest>,
  users: ContractUsers,
  { capabilities: { checksStoredData = true } = {} }: AuthContractOptions = {},
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
  const contract: AuthContract = { users, checksStoredData, open, openSignedIn };
  describe(`authProvider contract: ${name}`, () => {
    signInContract(contract);
    signOutContract(contract);
    storedSessionContract(contract);
    errorContract(contract);
    identityContract(contract);
  });
}
