import { HttpError } from 'react-admin';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuthProviderUnderTest, ContractUser } from './AuthContract.ts';

interface AuthContractOptions {
  /** Changes to the first user's credentials that `login` must reject. Default: another password, an unknown username. */
  wrong?: readonly object[];
}

const WRONG = [{ password: 'not-the-password' }, { username: 'nobody-of-that-name' }];

/** Fails if the promise is fulfilled. react-admin accepts a rejection without an error. */
async function expectRejected(promise: Promise<unknown>): Promise<void> {
  const outcome = await promise.then(
    () => 'fulfilled',
    () => 'rejected',
  );
  expect(outcome).toBe('rejected');
}

/**
 * Declares the tests of any authProvider, through react-admin's interface only: what react-admin's own components require.
 * @param name of the provider in the report
 * @param makeProvider returns a provider of a browser without stored data; called once per case
 * @param users the second one signs in after the first; may be the same user
 * @example
 * authProviderContract('my provider', () => ({ authProvider, reload: () => authProvider }), [jane, jane]);
 */
export function authProviderContract(
  name: string,
  makeProvider: () => AuthProviderUnderTest | Promise<AuthProviderUnderTest>,
  [user, other]: readonly [ContractUser, ContractUser],
  { wrong = WRONG }: AuthContractOptions = {},
): void {
  const open = async () => {
    const made = await makeProvider();
    onTestFinished(async () => made.dispose?.());
    return made;
  };
  const openSignedIn = async () => {
    const made = await open();
    await made.authProvider.login(await user.credentials());
    return made;
  };

  describe(`authProvider contract: ${name}`, () => {
    it('checkAuth rejects before sign-in', async () => {
      const { authProvider } = await open();
      await expectRejected(authProvider.checkAuth({}));
    });

    it('login opens a session, which a reload keeps', async () => {
      const { authProvider, reload } = await openSignedIn();
      await expect(authProvider.checkAuth({})).resolves.not.toThrow();
      await expect(reload().checkAuth({})).resolves.not.toThrow();
    });

    it.each(wrong)('login rejects %j, opens no session and can be repeated', async (change) => {
      const { authProvider, reload } = await open();
      await expectRejected(authProvider.login({ ...(await user.credentials()), ...change }));
      await expectRejected(authProvider.checkAuth({}));
      await expectRejected(reload().checkAuth({}));
      await authProvider.login(await user.credentials());
      await expect(authProvider.checkAuth({})).resolves.not.toThrow();
    });

    it('getIdentity returns the signed-in user, and the next one after the next sign-in', async ({ skip }) => {
      const { authProvider } = await openSignedIn();
      const identityOf = ({ fullName }: ContractUser) => ({ id: expect.anything(), fullName });
      if (authProvider.getIdentity === undefined) return skip('the provider has none');
      expect(await authProvider.getIdentity()).toMatchObject(identityOf(user));
      await authProvider.logout({});
      await authProvider.login(await other.credentials());
      expect(await authProvider.getIdentity()).toMatchObject(identityOf(other));
    });

    it('getPermissions and canAccess answer while a user is signed in', async () => {
      const { authProvider } = await openSignedIn();
      const access = authProvider.canAccess?.({ resource: 'no_such_resource', action: 'list' }) ?? false;
      expect([true, false]).toContain(await access);
      await expect(authProvider.getPermissions?.({})).resolves.not.toThrow();
    });

    it('checkError ignores errors that are not about the session', async () => {
      const { authProvider } = await openSignedIn();
      for (const error of [new Error('anything'), new HttpError('Broken', 500), new HttpError('Unknown', 404)]) {
        await expect(authProvider.checkError(error)).resolves.not.toThrow();
      }
      await expect(authProvider.checkAuth({})).resolves.not.toThrow();
    });

    it('logout ends the session, here and after a reload, and can be repeated', async () => {
      const { authProvider, reload } = await openSignedIn();
      await authProvider.logout({});
      await authProvider.logout({});
      await expectRejected(authProvider.checkAuth({}));
      await expectRejected(reload().checkAuth({}));
    });

    it('logout succeeds without a session', async () => {
      const { authProvider } = await open();
      await authProvider.logout({});
      await expectRejected(authProvider.checkAuth({}));
    });
  });
}
