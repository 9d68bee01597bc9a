import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConsoleAuth } from '../ConsoleAuth.ts';
import type { Faults } from '../Faults.ts';
import { mayDo, permissionsHeld } from './permissionsHeld.ts';

export function signOutContract({ users, open, openSignedIn }: ConsoleAuth): void {
  describe('sign-out', () => {
    it('ends the session, here and after a reload', async () => {
      const { authProvider, reload, endings } = await openSignedIn();
      await authProvider.logout({});
      for (const provider of [authProvider, reload()]) {
        await expect(provider.checkAuth({})).rejects.toThrow(/./);
        expect(await permissionsHeld(provider)).toEqual([]);
        expect(await mayDo(provider, users[0].permissions[0] ?? '')).toBe(false);
      }
      expect(endings()).toEqual([]);
    });

    it('notifies the back end once, however often it is called', async () => {
      const { authProvider, requests } = await openSignedIn();
      const before = requests();
      await Promise.all([authProvider.logout({}), authProvider.logout({})]);
      await authProvider.logout({});
      expect(requests()).toBe(before + 1);
    });

    it('makes no request without a session', async () => {
      const { authProvider, requests } = await open();
      await authProvider.logout({});
      expect(requests()).toBe(0);
    });

    it('rejects calls that require a session', async () => {
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
    it.each(failures)('also succeeds if the back end %s', async (_, fail) => {
      const { authProvider, faults, endings, requests } = await openSignedIn();
      fail(faults);
      await authProvider.logout({});
      await expect(authProvider.checkAuth({})).rejects.toThrow(/./);
      expect(requests()).toBe(2);
      expect(endings()).toEqual([]);
    });

    it("takes at most 5 seconds if the back end doesn't respond", async () => {
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
