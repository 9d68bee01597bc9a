import { describe, expect, it } from 'vitest';
import type { ConsoleAuth, StoredPart } from '../ConsoleAuth.ts';
import { permissionsHeld } from './permissionsHeld.ts';

const NO_MENU = 'getInfo: roles must be a non-null array!';
const NO_USER_DATA = 'Verification failed, please Login again.';

export function storedSessionContract({ users, checksStoredData, openSignedIn }: ConsoleAuth): void {
  describe('stored session', () => {
    it('survives a reload, with its permissions', async () => {
      const { reload, requests } = await openSignedIn();
      const before = requests();
      const provider = reload();
      await expect(provider.checkAuth({})).resolves.not.toThrow();
      expect(await permissionsHeld(provider)).toEqual([...users[0].permissions].toSorted());
      expect(requests()).toBe(before);
    });

    const damages: [StoredPart, string | null, string][] = [
      ['menu', null, NO_MENU],
      ['menu', '', NO_MENU],
      ['menu', '[]', NO_MENU],
      ['menu', 'null', NO_MENU],
      ['menu', '{"0":{}}', NO_MENU],
      ['menu', '[{"url_name":"order"', NO_MENU],
      ['menu', '[object Object]', NO_MENU],
      ['currency', null, NO_USER_DATA],
      ['currency', 'garbage', NO_USER_DATA],
    ];
    if (checksStoredData) {
      damages.push(
        ['menu', '[{"url_name":7}]', NO_MENU],
        ['currency', '{"currency":"CNY","is_divide_hundred":"1"}', NO_USER_DATA],
      );
    }
    it.each(damages)('is ended with a message if its %s is %j', async (part, text, message) => {
      const { authProvider, damage, reload } = await openSignedIn();
      damage(part, text);
      await expect(authProvider.checkAuth({})).rejects.toThrow(message);
      await expect(authProvider.checkAuth({})).rejects.not.toThrow(message);
      await expect(reload().checkAuth({})).rejects.toThrow(/./);
    });

    it('allows nothing while its menu is invalid', async () => {
      const { authProvider, damage } = await openSignedIn();
      damage('menu', '{"permissions":["orders.list"]}');
      expect(await permissionsHeld(authProvider)).toEqual([]);
    });
  });
}
