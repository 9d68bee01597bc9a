import { describe, expect, it } from 'vitest';
import type { ConsoleAuth } from '../ConsoleAuth.ts';
import { mayDo, permissionsHeld } from './permissionsHeld.ts';

export function signInContract({ users, open, openSignedIn }: ConsoleAuth): void {
  const [user, other] = users;

  describe('sign-in', () => {
    it('is required: before it there is no session and nothing is allowed', async () => {
      const { authProvider, requests } = await open();
      await expect(authProvider.checkAuth({})).rejects.toThrow(/./);
      expect(await permissionsHeld(authProvider)).toEqual([]);
      expect(await mayDo(authProvider, user.permissions[0] ?? '')).toBe(false);
      expect(requests()).toBe(0);
    });

    it("returns exactly the user's permissions, in one request", async () => {
      const { authProvider, requests } = await openSignedIn();
      expect(requests()).toBe(1);
      await expect(authProvider.checkAuth({})).resolves.not.toThrow();
      expect(await permissionsHeld(authProvider)).toEqual([...user.permissions].toSorted());
      for (const permission of user.permissions) expect(await mayDo(authProvider, permission)).toBe(true);
      expect(await mayDo(authProvider, 'orders.no_such_action')).toBe(false);
      expect(await mayDo(authProvider, 'no_such_resource.list')).toBe(false);
    });

    it('allows calls that require a session', async () => {
      const { call } = await openSignedIn();
      await expect(call()).resolves.not.toThrow();
    });

    it('trims the username', async () => {
      const { authProvider } = await open();
      const { username, ...rest } = await user.credentials();
      await authProvider.login({ username: ` ${username} `, ...rest });
      await expect(authProvider.checkAuth({})).resolves.not.toThrow();
    });

    it.each([
      ['a wrong password', { password: 'not-the-password' }],
      ['a wrong code', { totp_code: '000000' }],
      ['an unknown username', { username: 'nobody-of-that-name' }],
    ])('is rejected with a message for %s, and starts no session', async (_, wrong) => {
      const { authProvider, reload, endings } = await open();
      const credentials = { ...(await user.credentials()), ...wrong };
      await expect(authProvider.login(credentials)).rejects.toThrow(/./);
      await expect(authProvider.checkAuth({})).rejects.toThrow(/./);
      await expect(reload().checkAuth({})).rejects.toThrow(/./);
      expect(endings()).toEqual([]);
    });

    it('sends the password unchanged, with its white space', async () => {
      const { authProvider } = await open();
      const { password, ...rest } = await user.credentials();
      await expect(authProvider.login({ password: `${password} `, ...rest })).rejects.toThrow(/./);
    });

    it('fails with a message if the back end is unreachable or its response is invalid', async () => {
      const { authProvider, faults } = await open();
      faults.disconnect();
      await expect(authProvider.login(await user.credentials())).rejects.toThrow('Network Error');
      faults.garble();
      await expect(authProvider.login(await user.credentials())).rejects.toThrow(/./);
      await expect(authProvider.checkAuth({})).rejects.toThrow(/./);
    });

    it('leaves nothing of the previous user', async () => {
      const { authProvider } = await openSignedIn();
      await authProvider.logout({});
      await authProvider.login(await other.credentials());
      expect(await permissionsHeld(authProvider)).toEqual([...other.permissions].toSorted());
      for (const permission of user.permissions.filter((key) => !other.permissions.includes(key))) {
        expect(await mayDo(authProvider, permission)).toBe(false);
      }
    });
  });
}
