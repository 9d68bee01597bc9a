import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { MenuTree } from '#shared/contract/session.ts';
import type { Api } from './api/createApi.ts';
import { createRecordFinder } from './createRecordFinder.ts';
import { PaletteHost } from './layout/palette/PaletteHost.tsx';
import type { FindRecords } from './layout/palette/useFoundRecords.ts';
import { SearchPoolProvider } from './layout/search/SearchPool.ts';
import { buildRouteTable } from './menu/routeTable.ts';
import { buildSearchPool } from './menu/searchPool.ts';
import { resourceRoute } from './resourcePlace.ts';
import { recordPath } from './views/ResourceView.ts';

interface ConsoleSearchProps {
  api: Api;
  menuTree: MenuTree;
  children: ReactNode;
}

/** Gives what is inside the search of the menu, and the palette with the menu's places of records. */
export function ConsoleSearch({ api, menuTree, children }: ConsoleSearchProps) {
  const pool = useMemo(() => buildSearchPool(menuTree), [menuTree]);
  const table = useMemo(() => buildRouteTable(menuTree), [menuTree]);
  const [askServer] = useState(() => createRecordFinder(api));
  const findRecords = useCallback<FindRecords>(
    async (text, signal) => {
      const found = await askServer(text, signal);
      return found.flatMap(({ resource, id, label: title, detail = '' }) => {
        const route = resourceRoute(table, resource);
        // A record that the menu has no page for cannot be opened.
        return route ? [{ to: recordPath(route.pattern, id), title, detail, page: route.title, icon: route.icon }] : [];
      });
    },
    [askServer, table],
  );
  return (
    <SearchPoolProvider value={pool}>
      <PaletteHost findRecords={findRecords}>{children}</PaletteHost>
    </SearchPoolProvider>
  );
}
