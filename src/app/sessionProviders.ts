import { memoryStore, withLifecycleCallbacks, type Store } from 'react-admin';
import type { Resource } from '@merchant-console/declaration';
import type { Envelope } from '@merchant-console/protocol';
import {
  defaultMapping,
  type DownloadClient,
  type EndpointMapping,
  type HttpClient,
} from '@merchant-console/ra-provider';
import { IN_BACKGROUND_HEADER } from '#shared/contract/live.ts';
import type { Api } from '#console/api/createApi.ts';
import { declaredCalls } from '#console/api/declaredCalls.ts';
import { createConsoleDataProvider } from '#console/api/dataProvider.ts';
import { MENU_TREE_KEY } from '#console/api/menuVersion.ts';
import { createQueryClient } from '#console/api/queryClient.ts';
import type { UsualSettings } from '#console/api/usualSettings.ts';
import type { LiveConfig } from '#console/live/startLive.ts';
import type { DeclarationSource } from '@merchant-console/ra-declared';
import { declarationKey } from '@merchant-console/ra-declared/internal';
import type { Admin, AppAuthProvider } from './providers.ts';
import { recordCallbacks } from './recordCallbacks.ts';

interface SessionProvidersConfig {
  settings: UsualSettings;
  /** Format of the back end's responses. */
  envelope: Envelope;
  authProvider: AppAuthProvider;
  api: Api;
  httpClient: HttpClient;
  download: DownloadClient;
  /** The HTTP client with a longer time limit for files. */
  upload: HttpClient;
  declarations: DeclarationSource;
  live: LiveConfig;
  /** Adds the preferences to react-admin's store of a session. */
  withPreferences(session: Store): Store;
}

/** Creates the providers of one session over the connection to the server. */
export function createSessionProviders(config: SessionProvidersConfig): Admin {
  const { settings, envelope, authProvider, api, httpClient, download, upload, declarations, live, withPreferences } =
    config;
  const { apiBase } = settings;
  const queryClient = createQueryClient();
  // Pages that request a resource have its declaration. Any other name is its own endpoint.
  const declarationOf = (name: string) => queryClient.getQueryData<Resource>(declarationKey(name));
  const mappingOf = (name: string): EndpointMapping => declarationOf(name) ?? defaultMapping(name);
  const refreshMenu = async <T>(result: T) => {
    void queryClient.invalidateQueries({ queryKey: MENU_TREE_KEY });
    return result;
  };
  const callbacks = [
    recordCallbacks(declarationOf),
    // Updates the sidebar after changes on the menu's own page.
    { resource: 'menus', afterSave: refreshMenu, afterDelete: refreshMenu },
  ];
  const provider = { apiBase, mappingOf, download, upload, envelope };
  const over = (client: HttpClient) => withLifecycleCallbacks(createConsoleDataProvider(provider, client), callbacks);
  return {
    dataProvider: {
      ...over(httpClient),
      apiBase,
      call: api,
      getDeclaration: declarations,
      ...declaredCalls(api, queryClient),
      inBackground: over(inBackground(httpClient)),
      followChanges: async () => (await import('#console/live/startLive.ts')).startLive(live),
    },
    authProvider,
    store: withPreferences(memoryStore()),
    queryClient,
  };
}

/** Marks calls as made by the console itself, which doesn't keep the session from expiring. */
function inBackground(httpClient: HttpClient): HttpClient {
  return (url, options = {}) => {
    const headers = new Headers(options.headers);
    headers.set(IN_BACKGROUND_HEADER, '1');
    return httpClient(url, { ...options, headers });
  };
}
