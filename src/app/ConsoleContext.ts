import { createContext, useContext } from 'react';
import type { MenuTree } from '#shared/contract/session.ts';
import type { RouteTable } from '#console/shell/menu/routeTable.ts';
import type { SidebarItem } from '#console/shell/menu/sidebar.ts';
import type { SidebarBrand } from '#console/shell/sidebar/Sidebar.tsx';
import type { AppDataProvider } from './providers.ts';

/** Data from which the console's frame is rendered. */
interface ConsoleFrame {
  /** As given, unlike that of `useDataProvider`, which has only methods. */
  dataProvider: AppDataProvider;
  brand: SidebarBrand;
  /** The current menu: its addresses and its sidebar. */
  table: RouteTable;
  items: readonly SidebarItem[];
  /** Fetches the menu now, because it may have changed on the server. Doesn't reject. */
  lookAtMenu: () => Promise<MenuTree>;
  /** Resolves when the data prefetched for the first page has arrived. */
  firstRows: Promise<void>;
}

export const ConsoleContext = createContext<ConsoleFrame | null>(null);

/** @throws {Error} outside `ConsoleContext` */
export function useConsole(): ConsoleFrame {
  const frame = useContext(ConsoleContext);
  if (!frame) throw new Error('useConsole needs a ConsoleContext above it');
  return frame;
}
