import { describe, expect, it } from 'vitest';
import type { AuthContract } from '../AuthContract.ts';
import { mayDo, permissionsHeld } from './permissionsHeld.ts';

export function signInContract({ users, open, openSignedIn }: AuthContract): void {
  const [user, other] = users;

  describe('sign-in', () => {
    it('is needed: before it nobody is signed in and nothing is allowed', async () => {
      const { authProvider, requests } = await open();
      await expect(authProvider.checkAuth({})).rejects.toThrow(/./);
      expect(await permissionsHeld(authProvider)).toEqual([]);
      expect(await mayDo(authProvider, user.permissions[0] ?? '')).toBe(false);
      expect(requests()).toBe(0);
    });

    it("gives exactly the user's permissions, in one request", async () => {
      const { authProvider, requests } = await openSignedIn();
      expect(requests()).toBe(1);
      await expect(authProvider.checkAuth({})).resolves.not.toThrow();
      expect(await permissionsHeld(authProvider)).toEqual([...user.permissions].toSorted());
      for (const permission of user.permissions) expect(await mayDo(authProvider, permission)).toBe(true);
      expect(await mayDo(authProvider, 'orders.no_such_action')).toBe(false);
      expect(await mayDo(authProvider, 'no_such_resource.list')).toBe(false);
    });

    it('opens the calls for those signed in', async () => {
      const { call } = await openSignedIn();
      await expect(call()).resolves.not.toThrow();
    });

    it('takes the username without the blanks around it', async () => {
      const { authProvider } = await open();
      const { username, ...rest } = await user.credentials();
      await authProvider.login({ username: ` ${username} `, ...rest });
      await expect(authProvider.checkAuth({})).resolves.not.toThrow();
    });

    it.each([
      ['a wrong password', { password: 'not-the-password' }],
      ['a wrong code', { totp_code: '000000' }],
      ['an unknown username', { username: 'nobody-of-that-name' }],
    ])('is refused in words for %s, and leaves nobody signed in', async (_, wrong) => {
      const { authProvider, reload, endings } = await open();
      const credentials = { ...(await user.credentials()), ...wrong };
      await expect(authProvider.login(credentials)).rejects.toThrow(/./);
      await expect(authProvider.checkAuth({})).rejects.toThrow(/./);
      await expect(reload().checkAuth({})).rejects.toThrow(/./);
      expect(endings()).toEqual([]);
    });

    it('takes the password as typed, with the blanks around it', async () => {
      const { authProvider } = await open();
      const { password, ...rest } = await user.credentials();
      await expect(authProvider.login({ password: `${password} `, ...rest })).rejects.toThrow(/./);
    });

    it('can be tried again after a refusal', async () => {
      const { authProvider } = await open();
      const refused = authProvider.login({ ...(await user.credentials()), password: 'not-the-password' });
      await expect(refused).rejects.toThrow(/./);
      await authProvider.login(await user.credentials());
      await expect(authProvider.checkAuth({})).resolves.not.toThrow();
    });

    it('fails in words when the back end is out of reach or answers nonsense', async () => {
      const { authProvider, faults } = await open();
      faults.disconnect();
      await expect(authProvider.login(await user.credentials())).rejects.toThrow('Network Error');
      faults.garble();
      await expect(authProvider.login(await user.credentials())).rejects.toThrow(/./);
      await expect(authProvider.checkAuth({})).rejects.toThrow(/./);
    });

    it('leaves nothing of the user before', async () => {
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
