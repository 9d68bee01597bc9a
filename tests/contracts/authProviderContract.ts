import { describe, onTestFinished } from 'vitest';
import { errorContract } from './auth/errorContract.ts';
import { identityContract } from './auth/identityContract.ts';
import { signInContract } from './auth/signInContract.ts';
import { signOutContract } from './auth/signOutContract.ts';
import { storedSessionContract } from './auth/storedSessionContract.ts';
import type { AuthContract, AuthProviderUnderTest, ContractUsers } from './AuthContract.ts';

/**
 * Describes how the console's authProvider has to behave, through react-admin's interface alone.
 *
 * @param name how the provider is called in the report
 * @param makeProvider gives a provider of a browser that has kept nothing; called once a case
 */
export function authProviderContract(
  name: string,
  makeProvider: () => AuthProviderUnderTest | Promise<AuthProviderUnderTest>,
  users: ContractUsers,
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
  const contract: AuthContract = { users, open, openSignedIn };
  describe(`authProvider contract: ${name}`, () => {
    signInContract(contract);
    signOutContract(contract);
    storedSessionContract(contract);
    errorContract(contract);
    identityContract(contract);
  });
}
