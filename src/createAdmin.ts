import type { QueryClient } from '@tanstack/react-query';
import { memoryStore, type AuthProvider, type Store } from 'react-admin';
import { createDataProvider, type ConsoleDataProvider } from './api/dataProvider.ts';
import { createQueryClient } from './createQueryClient.ts';
import type { Services } from './services.ts';
import { createDeclarationSource, type DeclarationSource } from './views/declaration/DeclarationSource.ts';
import { declarationQuery } from './views/declaration/useDeclaration.ts';

/** What react-admin holds for one session; all of it is thrown away with the session. */
export interface Admin {
  queryClient: QueryClient;
  /** In memory: a store in local storage would be shared by the browser's tabs, and outlive the session. */
  store: Store;
  dataProvider: ConsoleDataProvider;
  authProvider: AuthProvider;
  declarations: DeclarationSource;
}

export function createAdmin({ settings, httpClient, authProvider, clock }: Services): Admin {
  const queryClient = createQueryClient();
  const declarations = createDeclarationSource((input, init) => fetch(input, init), '/');
  const endpointOf = (name: string) =>
    queryClient.getQueryData(declarationQuery(name, declarations).queryKey)?.endpoint ?? name.replaceAll('_', '-');
  return {
    queryClient,
    store: memoryStore(),
    declarations,
    dataProvider: createDataProvider({ apiBase: settings.apiBase, endpointOf }, httpClient, clock),
    authProvider: {
      ...authProvider,
      // Signing out changes what the entrance opens; react-admin must not navigate as well.
      logout: async () => {
        await authProvider.logout({});
        return false;
      },
    },
  };
}
