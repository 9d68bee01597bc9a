import { toEnvelope } from '#shared/contract/envelopeForm.ts';
import type { QueryClient } from '@tanstack/react-query';
import { memoryStore, withLifecycleCallbacks, type AuthProvider, type Store } from 'react-admin';
import { createDataProvider, type ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { unmapped, type EndpointMapping } from '#console/api/mapping/EndpointMapping.ts';
import { createQueryClient } from '#console/api/queryClient.ts';
import type { Services } from './services.ts';
import { MENU_TREE_KEY } from '#console/api/menuVersion.ts';
import { declarationQuery } from '#console/resource/declaration/useDeclaration.ts';

/** What react-admin holds for one session; all of it is thrown away with the session. */
export interface Admin {
  queryClient: QueryClient;
  /** In memory: a store in local storage would be shared by the browser's tabs, and outlive the session. */
  store: Store;
  dataProvider: ConsoleDataProvider;
  authProvider: AuthProvider;
}

export function createAdmin(services: Services): Admin {
  const { settings, httpClient, download, upload, authProvider, clock, declarations } = services;
  const queryClient = createQueryClient();
  // A resource is asked for by pages that have its declaration; another one's name is its endpoint.
  const mappingOf = (name: string): EndpointMapping =>
    queryClient.getQueryData(declarationQuery(name, declarations).queryKey) ?? unmapped(name);
  const dataProvider = createDataProvider(
    { apiBase: settings.apiBase, mappingOf, download, upload, envelope: toEnvelope(settings.envelope) },
    httpClient,
    clock,
  );
  const refreshMenu = async <T>(result: T) => {
    void queryClient.invalidateQueries({ queryKey: MENU_TREE_KEY });
    return result;
  };
  return {
    queryClient,
    store: memoryStore(),
    dataProvider: withLifecycleCallbacks(dataProvider, [
      // The sidebar follows what the menu's own page changes.
      { resource: 'menus', afterSave: refreshMenu, afterDelete: refreshMenu },
    ]),
    authProvider: {
      ...authProvider,
      // The HTTP client has ended such a session already. Told of it, react-admin would let the call that failed succeed
      // without data: a form would be left as saved, a payment reported as made.
      checkError: async () => {},
      // Signing out changes what the entrance opens; react-admin must not navigate as well.
      logout: async () => {
        await authProvider.logout({});
        return false;
      },
    },
  };
}
