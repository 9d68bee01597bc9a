import { describe, expect, it } from 'vitest';
import type { AuthContract } from '../AuthContract.ts';

export function identityContract({ users, open, openSignedIn }: AuthContract): void {
  const [user, other] = users;

  describe('identity', () => {
    it('is the name of the signed-in user', async () => {
      const { authProvider } = await openSignedIn();
      expect(await authProvider.getIdentity?.()).toMatchObject({ id: expect.anything(), fullName: user.fullName });
    });

    it('is requested once per session', async () => {
      const { authProvider, requests } = await openSignedIn();
      const before = requests();
      await Promise.all([authProvider.getIdentity?.(), authProvider.getIdentity?.()]);
      await authProvider.getIdentity?.();
      expect(requests()).toBe(before + 1);
    });

    it('is requested again after a failure', async () => {
      const { authProvider, faults } = await openSignedIn();
      faults.disconnect();
      await expect(authProvider.getIdentity?.()).rejects.toThrow('Network Error');
      expect(await authProvider.getIdentity?.()).toMatchObject({ fullName: user.fullName });
    });

    it("is the next user's after the next sign-in", async () => {
      const { authProvider } = await openSignedIn();
      await authProvider.getIdentity?.();
      await authProvider.logout({});
      await authProvider.login(await other.credentials());
      expect(await authProvider.getIdentity?.()).toMatchObject({ fullName: other.fullName });
    });

    it('rejects without a request if no user is signed in', async () => {
      const { authProvider, requests } = await open();
      await expect(authProvider.getIdentity?.()).rejects.toThrow('Verification failed, please Login again.');
      expect(requests()).toBe(0);
    });
  });
}
