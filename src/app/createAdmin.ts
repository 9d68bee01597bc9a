import { toEnvelope } from '@merchant-console/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { memoryStore, withLifecycleCallbacks, type AuthProvider, type Store } from 'react-admin';
import { createConsoleDataProvider, type ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { defaultMapping, type HttpClient, type EndpointMapping } from '@merchant-console/ra-provider';
import { createQueryClient } from '#console/api/queryClient.ts';
import type { Services } from './services.ts';
import { MENU_TREE_KEY } from '#console/api/menuVersion.ts';
import { declarationQuery } from '#console/resource/declaration/useDeclaration.ts';

/** react-admin's state of one session, discarded with the session. */
export interface Admin {
  queryClient: QueryClient;
  /** In memory, except for preferences, because local storage outlives the session and is shared by all tabs. */
  store: Store;
  dataProvider: ConsoleDataProvider;
  authProvider: AuthProvider;
}

export function createAdmin(services: Services): Admin {
  const { authProvider } = services;
  const queryClient = createQueryClient();
  const dataProvider = createSessionDataProvider(services, queryClient, services.httpClient);
  const refreshMenu = async <T>(result: T) => {
    void queryClient.invalidateQueries({ queryKey: MENU_TREE_KEY });
    return result;
  };
  return {
    queryClient,
    store: services.withPreferences(memoryStore()),
    dataProvider: withLifecycleCallbacks(dataProvider, [
      // Updates the sidebar after changes on the menu's own page.
      { resource: 'menus', afterSave: refreshMenu, afterDelete: refreshMenu },
    ]),
    authProvider: {
      ...authProvider,
      // The HTTP client has already ended such a session. If react-admin knew, the failed call would succeed without
      // data: a form would be shown as saved, a payment as made.
      checkError: async () => {},
      // Signing out changes what the entrance opens, so react-admin must not navigate as well.
      logout: async () => {
        await services.changes.send();
        await authProvider.logout({});
        return false;
      },
    },
  };
}

/** @param httpClient makes all calls except downloads and uploads */
export function createSessionDataProvider(
  { settings, download, upload, declarations }: Services,
  queryClient: QueryClient,
  httpClient: HttpClient,
): ConsoleDataProvider {
  // Pages that request a resource have its declaration. Any other name is its own endpoint.
  const mappingOf = (name: string): EndpointMapping =>
    queryClient.getQueryData(declarationQuery(name, declarations).queryKey) ?? defaultMapping(name);
  return createConsoleDataProvider(
    { apiBase: settings.apiBase, mappingOf, download, upload, envelope: toEnvelope(settings.envelope) },
    httpClient,
  );
}
