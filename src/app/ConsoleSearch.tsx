import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { MenuTree } from '#shared/contract/session.ts';
import { recordSearch } from '#shared/contract/calls.ts';
import type { FoundRecord } from '#shared/contract/recordSearch.ts';
import { useApi, type Api } from '#console/api/createApi.ts';
import { PaletteHost } from '#console/shell/palette/PaletteHost.tsx';
import { type FindRecords, SearchProvider } from '#console/shell/search/SearchContext.ts';
import { resourceRoute } from '#console/shell/menu/routeTable.ts';
import { buildSearchPool } from '#console/shell/menu/searchPool.ts';
import { recordPath } from '@merchant-console/ra-declared/internal';
import { ApiError } from '@merchant-console/ra-provider';
import { useConsole } from './ConsoleContext.ts';

/** Provides the content of the menu search, and the command palette with the menu's pages of records. */
export function ConsoleSearch({ menuTree, children }: { menuTree: MenuTree; children: ReactNode }) {
  const { table } = useConsole();
  const api = useApi();
  const pool = useMemo(() => buildSearchPool(menuTree), [menuTree]);
  const [askServer] = useState(() => createRecordFinder(api));
  const findRecords = useCallback<FindRecords>(
    async (text, signal) => {
      const found = await askServer(text, signal);
      return found.flatMap(({ resource, id, label: title, detail = '' }) => {
        const route = resourceRoute(table, resource);
        // A record without a page in the menu can't be opened.
        return route ? [{ to: recordPath(route.pattern, id), title, detail, page: route.title, icon: route.icon }] : [];
      });
    },
    [askServer, table],
  );
  const parts = useMemo(() => ({ pool, findRecords }), [pool, findRecords]);
  return (
    <SearchProvider value={parts}>
      <PaletteHost>{children}</PaletteHost>
    </SearchProvider>
  );
}

/** Asks the server which records have a number. Another back end may lack this call, which is then made only once. */
export function createRecordFinder(api: Api): (q: string, signal: AbortSignal) => Promise<readonly FoundRecord[]> {
  let isMissing = false;
  return async (q, signal) => {
    if (isMissing) return [];
    try {
      return await api(recordSearch, { query: { q }, signal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      isMissing = error.status === 404;
      return [];
    }
  };
}
