import { createContext, useContext } from 'react';
import type { MenuTree } from '#shared/contract/session.ts';
import type { Entrance } from '#console/entry/entrance.ts';
import type { RouteTable } from '#console/shell/menu/routeTable.ts';
import type { SidebarItem } from '#console/shell/menu/sidebar.ts';
import type { Services } from './services.ts';

/** Data from which the console's frame is rendered. */
interface ConsoleParts {
  services: Services;
  entrance: Entrance;
  /** The current menu: its addresses and its sidebar. */
  table: RouteTable;
  items: readonly SidebarItem[];
  /** Fetches the menu now, because it may have changed on the server. Doesn't reject. */
  lookAtMenu: () => Promise<MenuTree>;
  /** Resolves when the data prefetched for the first page has arrived. */
  firstRows: Promise<void>;
}

export const ConsoleContext = createContext<ConsoleParts | null>(null);

/** @throws {Error} outside `ConsoleContext` */
export function useConsole(): ConsoleParts {
  const parts = useContext(ConsoleContext);
  if (!parts) throw new Error('useConsole needs a ConsoleContext above it');
  return parts;
}
