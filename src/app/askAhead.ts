import { builtInPages } from './builtInPages.tsx';
import type { Admin } from './providers.ts';
import { createResourceView } from '@merchant-console/ra-declared';
import {
  declarationQuery,
  listPreferencesSchema,
  listQuery,
  preferencesOfAll,
  readListParams,
  savesData,
  summaryQuery,
} from '@merchant-console/ra-declared/internal';
import type { Place } from '#console/shell/menu/resolveAddress.ts';
import { buildRouteTable, type MenuRoute } from '#console/shell/menu/routeTable.ts';
import { resolvePlace } from '#console/shell/openPages/useOpenPages.ts';

/**
 * Prefetches the data of the first page before it is rendered: the user, the page's code, and the rows and sums of a
 * list. Does nothing if the browser is set to save data. The page itself repeats failed requests and shows the errors.
 *
 * @returns a promise that resolves when the user and the rows of a list have arrived or failed
 */
export async function askAhead(admin: Admin, place: Place): Promise<void> {
  if (savesData()) return;
  const rows = askForPage(admin, place);
  const { queryClient, authProvider } = admin;
  const identity = { queryKey: ['auth', 'getIdentity'], queryFn: () => authProvider.getIdentity?.(), retry: false };
  await Promise.allSettled([rows, queryClient.query(identity)]);
}

async function askForPage(admin: Admin, place: Place): Promise<void> {
  const table = buildRouteTable(admin.authProvider.session.getMenuTree() ?? []);
  let resolution = resolvePlace(table, place);
  if (resolution.kind === 'redirect') {
    const { pathname, search, hash } = new URL(resolution.to, window.location.origin);
    resolution = resolvePlace(table, { pathname, search, hash });
  }
  if (resolution.kind !== 'page' || resolution.rest !== '' || resolution.route.page === null) return;
  const { page } = resolution.route;
  const builtIn = builtInPages.get(page);
  if (builtIn) builtIn.prefetch();
  else await askForList(admin, { ...resolution, page, search: place.search });
}

interface ListAddress {
  /** Name of the declaration. */
  page: string;
  route: MenuRoute;
  /** The list's own address. */
  address: string;
  search: string;
}

async function askForList(
  { queryClient, dataProvider, store }: Admin,
  { page, route, address, search }: ListAddress,
): Promise<void> {
  const declared = await queryClient.query(declarationQuery(page, dataProvider.getDeclaration));
  // A page other than the usual list requests its own data.
  if (declared.components.list || declared.cards) return;
  const { resource } = createResourceView(declared, { basePath: address, permissions: route.permissions }, '');
  // The user isn't known yet, so it is unknown whose default view applies.
  const all = preferencesOfAll(store, `list.${page}`, listPreferencesSchema);
  if (search === '' && all.some(({ defaultView }) => defaultView !== null)) return;
  const params = readListParams(search, resource);
  const rows = queryClient.query(listQuery(dataProvider, page, params));
  const { getSummary } = dataProvider;
  if (resource.list.summary.length > 0 && getSummary)
    queryClient.query(summaryQuery({ getSummary }, resource, params.filter)).catch(() => {});
  await rows;
}
