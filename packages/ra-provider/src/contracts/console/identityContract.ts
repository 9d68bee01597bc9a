import { describe, expect, it } from 'vitest';
import type { ConsoleAuth } from '../ConsoleAuth.ts';

export function identityContract({ users, open, openSignedIn }: ConsoleAuth): void {
  const [user] = users;

  describe('identity', () => {
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

    it('rejects without a request if no user is signed in', async () => {
      const { authProvider, requests } = await open();
      await expect(authProvider.getIdentity?.()).rejects.toThrow('Verification failed, please Login again.');
      expect(requests()).toBe(0);
    });
  });
}
