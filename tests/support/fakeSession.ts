import type { MenuTree } from '#shared/contract/session.ts';
import type { CurrencyData } from '@merchant-console/declaration';
import type { AppAuthProvider } from '#console/app/providers.ts';
import { createMenuVersion } from '#console/api/menuVersion.ts';
import { sampleSession } from './sampleSession.ts';

/** An authProvider of a signed-in user with this menu, without a server. */
export function fakeAuthProvider(menu: MenuTree, currencyData: CurrencyData = sampleSession().currency_data) {
  const menuVersion = createMenuVersion();
  const authProvider: AppAuthProvider = {
    login: async () => {},
    logout: async () => {},
    checkAuth: async () => {},
    checkError: async () => {},
    canAccess: async () => true,
    getIdentity: async () => ({ id: 'ana', fullName: 'Ana García' }),
    session: {
      getToken: () => 'token',
      getMenuTree: () => menu,
      getCurrencyData: () => currencyData,
      saveMenuTree: () => {},
      saveTimeZone: () => {},
      subscribe: () => () => {},
      menuVersion,
    },
  };
  return authProvider;
}
