import { memoryStore } from 'react-admin';
import { createQueryClient } from '#console/api/queryClient.ts';
import { createPendingChanges, sendingFirst } from '#console/shell/pendingChanges.ts';
import { askAhead } from './askAhead.ts';
import type { Admin, Providers } from './providers.ts';

/** Fills in what wasn't given, and requests the data of the first page. */
export function startSession({
  dataProvider,
  authProvider,
  store = memoryStore(),
  queryClient = createQueryClient(),
}: Providers) {
  const changes = createPendingChanges();
  const admin: Admin = { dataProvider, authProvider: sendingFirst(changes, authProvider), store, queryClient };
  return { admin, changes, firstRows: askAhead(admin, window.location) };
}
