import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AuthContract } from '../AuthContract.ts';
import type { Faults } from '../Faults.ts';
import { mayDo, permissionsHeld } from './permissionsHeld.ts';

export function signOutContract({ users, open, openSignedIn }: AuthContract): void {
  describe('sign-out', () => {
    it('leaves nobody signed in, here and after a reload', async () => {
      const { authProvider, reload, endings } = await openSignedIn();
      await authProvider.logout({});
      for (const provider of [authProvider, reload()]) {
        await expect(provider.checkAuth({})).rejects.toThrow(/./);
        expect(await permissionsHeld(provider)).toEqual([]);
        expect(await mayDo(provider, users[0].permissions[0] ?? '')).toBe(false);
      }
      expect(endings()).toEqual([]);
    });

    it('tells the back end once, however often it is asked for', async () => {
      const { authProvider, requests } = await openSignedIn();
      const before = requests();
      await Promise.all([authProvider.logout({}), authProvider.logout({})]);
      await authProvider.logout({});
      expect(requests()).toBe(before + 1);
    });

    it('asks nothing when nobody is signed in', async () => {
      const { authProvider, requests } = await open();
      await authProvider.logout({});
      expect(requests()).toBe(0);
    });

    it('closes the calls for those signed in', async () => {
      const { authProvider, call } = await openSignedIn();
      await authProvider.logout({});
      await expect(call()).rejects.toThrow(/./);
    });

    const failures: [string, (faults: Faults) => void][] = [
      ['is out of reach', (faults) => faults.disconnect()],
      ['refuses', (faults) => faults.refuse({ status: 500, message: 'Broken' })],
      ['answers nonsense', (faults) => faults.garble()],
      ['says that the session has ended already', (faults) => faults.endSession('Ended')],
    ];
    it.each(failures)('succeeds also when the back end %s', async (_, fail) => {
      const { authProvider, faults, endings, requests } = await openSignedIn();
      fail(faults);
      await authProvider.logout({});
      await expect(authProvider.checkAuth({})).rejects.toThrow(/./);
      expect(requests()).toBe(2);
      expect(endings()).toEqual([]);
    });

    it('is done after 5 seconds at the latest when the back end does not answer', async () => {
      const { authProvider, faults } = await openSignedIn();
      faults.hang();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const done = vi.fn<() => void>();
      void authProvider.logout({}).then(done);
      await expect(authProvider.checkAuth({})).rejects.toThrow(/./);
      await vi.advanceTimersByTimeAsync(5000);
      expect(done).toHaveBeenCalledOnce();
    });
  });
}
