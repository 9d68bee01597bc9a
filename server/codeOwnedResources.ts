import { channelsSource } from './modules/channels/channels.ts';
import { menusBackend } from './modules/menus/menusBackend.ts';
import type { MenusBackendOptions } from './modules/menus/MenusBackendOptions.ts';
import { ordersSource } from './modules/orders/orders.ts';
import { viewSources } from './modules/views/viewSources.ts';
import type { ResourceBackend } from './resources/ResourceBackend.ts';

/** Resources whose records are kept by code. Each needs its file in the resources folder to be seen. */
export async function codeOwnedResources(options: MenusBackendOptions): Promise<ReadonlyMap<string, ResourceBackend>> {
  const views = await viewSources(options.db);
  return new Map<string, ResourceBackend>([
    ['orders', { source: ordersSource(options.db) }],
    ['channels', { source: channelsSource(options.db) }],
    ['menus', menusBackend(options)],
    ...views.map(([name, source]): [string, ResourceBackend] => [name, { source }]),
  ]);
}
