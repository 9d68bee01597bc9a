import { describe, expect, it } from 'vitest';
import type { ConsoleAuth, ConsoleAuthUnderTest } from '../ConsoleAuth.ts';
import type { Faults } from '../Faults.ts';

/** The error of a rejected call. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('the call did not fail'),
    (error: unknown) => error,
  );
}

export function errorContract({ users, openSignedIn }: ConsoleAuth): void {
  const failed = async ({ call, faults }: ConsoleAuthUnderTest, fail: (faults: Faults) => void) => {
    fail(faults);
    return errorOf(call());
  };

  describe('end of the session', () => {
    it('signs the user out, shows the reason and rejects with an error of checkError', async () => {
      const made = await openSignedIn();
      const error = await failed(made, (faults) => faults.endSession('You were away too long'));
      expect(made.endings()).toEqual(['You were away too long']);
      await expect(made.authProvider.checkError(error)).rejects.toThrow('You were away too long');
      await expect(made.authProvider.checkAuth({})).rejects.toThrow(/./);
      await expect(made.reload().checkAuth({})).rejects.toThrow(/./);
    });

    it('is reported once, though three concurrent calls get it, and the following sign-out', async () => {
      const { authProvider, call, faults, endings, requests } = await openSignedIn();
      faults.endSession('Ended', 3);
      const errors = await Promise.all([1, 2, 3].map(() => errorOf(call())));
      const before = requests();
      for (const error of errors) await expect(authProvider.checkError(error)).rejects.toThrow('Ended');
      await authProvider.logout({});
      expect(endings()).toEqual(['Ended']);
      expect(requests()).toBe(before);
    });

    it('is reported again for the next session', async () => {
      const { authProvider, call, faults, endings } = await openSignedIn();
      faults.endSession('First');
      await errorOf(call());
      await authProvider.login(await users[0].credentials());
      faults.endSession('Second');
      await errorOf(call());
      expect(endings()).toEqual(['First', 'Second']);
    });

    it("doesn't end the session of another sign-in made in the meantime", async () => {
      const { authProvider, call, faults, endings } = await openSignedIn();
      const release = faults.hold();
      const late = errorOf(call());
      await authProvider.logout({});
      await authProvider.login(await users[1].credentials());
      release();
      await expect(authProvider.checkError(await late)).resolves.not.toThrow();
      await expect(authProvider.checkAuth({})).resolves.not.toThrow();
      await expect(call()).resolves.not.toThrow();
      expect(endings()).toEqual([]);
    });
  });

  describe('any other error', () => {
    const failures: [string, (faults: Faults) => void][] = [
      ['refused (401)', (faults) => faults.refuse({ status: 401, message: 'Wrong' })],
      ['refused (400)', (faults) => faults.refuse({ status: 400, message: 'Malformed' })],
      ['refused (403)', (faults) => faults.refuse({ status: 403, message: 'Not yours' })],
      ['refused (422)', (faults) => faults.refuse({ status: 422, message: 'Wrong', errors: { name: 'Too long' } })],
      ['refused (500)', (faults) => faults.refuse({ status: 500, message: 'Broken' })],
      ['out of reach', (faults) => faults.disconnect()],
      ['unreadable', (faults) => faults.garble()],
    ];
    it.each(failures)('keeps the user signed in: %s', async (_, fail) => {
      const made = await openSignedIn();
      const error = await failed(made, fail);
      await expect(made.authProvider.checkError(error)).resolves.not.toThrow();
      await expect(made.authProvider.checkAuth({})).resolves.not.toThrow();
      expect(made.endings()).toEqual([]);
    });
  });

  it('checks, permissions and access rights need no request', async () => {
    const { authProvider, requests } = await openSignedIn();
    const before = requests();
    await authProvider.checkAuth({});
    await authProvider.checkError(new Error('anything'));
    await authProvider.getPermissions?.({});
    await authProvider.canAccess?.({ resource: 'orders', action: 'list' });
    expect(requests()).toBe(before);
  });
}
