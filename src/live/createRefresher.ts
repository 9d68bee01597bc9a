import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { GetManyReferenceParams, Identifier } from 'react-admin';
import type { ArrangedParams } from '@merchant-console/ra-provider';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { deletionKey } from '@merchant-console/ra-declared/internal';
import { createListeners } from '#shared/createListeners.ts';
import { plainText } from '@merchant-console/declaration';
import type { Hint } from './hints.ts';

/** New rows that aren't shown yet, for the bar above a list. */
export interface NewRows {
  resource: string;
  count: number;
  /** True if there may be more than `count`. */
  isMore: boolean;
  /** The list's current first page. */
  page: PageOfList;
  /** Query key of that page. */
  queryKey: readonly unknown[];
}

interface Found {
  /** The current first page. */
  page: PageOfList;
  /** The first page as shown, or null if another page is shown. */
  before: PageOfList | null;
  /** Number of rows by which the list has grown since the last refresh. */
  grown: number;
}

export type Refresher = ReturnType<typeof createRefresher>;

/** The used part of a data provider whose calls don't keep the session alive. */
export type RefreshingProvider = Pick<
  ConsoleDataProvider,
  'getList' | 'getMany' | 'getOne' | 'getManyReference' | 'getSummary' | 'getTimeline' | 'getArranged'
>;

/**
 * Refreshes declared resources' data on visible pages. Bypasses react-admin's queries, which would show a loading state
 * and replace rows under the pointer. Shown rows keep their places, and new ones are counted. Data that isn't visible
 * is only invalidated and refetched when it is shown.
 *
 * @param isHeld true while the user points at a card with records of a resource, whose rows must keep their places
 */
export function createRefresher(
  queryClient: QueryClient,
  provider: RefreshingProvider,
  isHeld: (resource: string) => boolean = () => false,
) {
  const cache = queryClient.getQueryCache();
  let news: readonly NewRows[] = [];
  const { subscribe, notify } = createListeners();

  function publish(next: readonly NewRows[]): void {
    news = next;
    notify();
  }

  async function refreshList(resource: string, query: Query, params: ListQueryParams): Promise<void> {
    const shown = pageOf(query.state.data);
    if (!shown) return;
    const isNewestFirst = hasNewestFirst(params, shown);
    const first = { ...params, pagination: { ...params.pagination, page: 1 } };
    const [{ data: fresh }, page] = await Promise.all([
      provider.getMany(resource, { ids: shown.data.map(({ id }) => id) }),
      isNewestFirst || shown.data.length === 0 ? provider.getList(resource, first) : null,
    ]);
    // The user has changed the page or the filter in the meantime.
    if (query.state.data === undefined || !query.isActive()) return;
    const current = pageOf(query.state.data) ?? shown;
    if (page && shown.data.length === 0) return void queryClient.setQueryData(query.queryKey, page);
    const total = page?.total === undefined ? {} : { total: page.total };
    queryClient.setQueryData(query.queryKey, { ...withFreshRows(current, fresh), ...total });
    if (!page) return;
    const before = params.pagination.page === 1 ? current : null;
    count(resource, [resource, 'getList', first], { page, before, grown: grownBy(page, current) });
  }

  /** Refreshes the few records of a card, such as those that refer to the shown one. */
  function refreshCard(resource: string, query: Query, page: PageOfList): void {
    const shown = pageOf(query.state.data);
    const { total } = page;
    const kept =
      shown && isHeld(resource) ? withFreshRows({ ...shown, ...(total !== undefined && { total }) }, page.data) : page;
    queryClient.setQueryData(query.queryKey, kept);
  }

  function count(resource: string, queryKey: readonly unknown[], { page, before, grown }: Found): void {
    const shown = before ?? pageOf(queryClient.getQueryData(queryKey));
    const rows = shown ? newRowsOf(page, shown) : 0;
    // Later refreshes compare with this page.
    if (!shown) queryClient.setQueryData(queryKey, page);
    const isSame = (one: NewRows) => hashKey(one.queryKey) === hashKey(queryKey);
    const others = news.filter((one) => !isSame(one));
    if (rows === 0) return publish(others);
    // If the new rows fill the page, the list's growth gives their number, unless other rows have left the list.
    const all = (news.find(isSame)?.count ?? 0) + grown;
    const isBeyond = rows === page.data.length;
    const known = { count: isBeyond ? Math.max(rows, all) : rows, isMore: isBeyond && all < rows };
    publish([...others, { resource, ...known, page, queryKey }]);
  }

  /** False while the record is being deleted here. It stays visible until its page is closed. */
  const isThere = (resource: string, id: string) =>
    queryClient.isMutating({ mutationKey: deletionKey(resource, id) }) === 0;

  async function refresh(query: Query): Promise<void> {
    const [resource, verb, params] = query.queryKey;
    if (typeof resource !== 'string') return;
    if (!query.isActive()) {
      query.invalidate();
      return;
    }
    // A form keeps the data that it started with.
    if (query.observers.some(({ options }) => options.refetchOnWindowFocus === false)) return;
    const set = (data: unknown) => void queryClient.setQueryData(query.queryKey, data);
    if (verb === 'getList' && isListQuery(params)) await refreshList(resource, query, params);
    if (verb === 'getManyReference' && isReferring(params))
      refreshCard(resource, query, await provider.getManyReference(resource, params));
    if (verb === 'getFirst' && isListQuery(params))
      refreshCard(resource, query, await provider.getList(resource, params));
    if (verb === 'getOne' && isAbout(params) && isThere(resource, params.id))
      set((await provider.getOne(resource, { id: params.id })).data);
    if (verb === 'getSummary' && isFiltered(params)) set(await provider.getSummary(resource, params));
    if (verb === 'getArranged' && isArranged(params)) set(await provider.getArranged(resource, params));
    if (verb === 'timeline' && typeof params === 'string' && isThere(resource, params))
      set(await provider.getTimeline(resource, { id: params }));
  }

  // A refetched list already contains the counted rows.
  const stopWatching = cache.subscribe(({ type, query }) => {
    if (type !== 'updated') return;
    const hash = query.queryHash;
    const shown = pageOf(query.state.data);
    const counted = news.find(({ queryKey }) => hashKey(queryKey) === hash);
    if (counted && shown && newRowsOf(counted.page, shown) === 0) publish(news.filter((one) => one !== counted));
  });

  return {
    /** Resolves when all visible data of these resources is up to date. Data that fails to load stays as it was. */
    async hear(hint: Hint): Promise<void> {
      const about = cache.findAll({
        predicate: ({ queryKey: [resource] }) =>
          typeof resource === 'string' && (hint === null || hint.includes(resource)),
      });
      await Promise.allSettled(about.map(refresh));
    },
    get: () => news,
    subscribe,
    /** Puts the new rows on the list's first page. */
    show({ queryKey, page }: NewRows): void {
      queryClient.setQueryData(queryKey, page);
    },
    stop: stopWatching,
  };
}

function grownBy(now: PageOfList, before: PageOfList): number {
  return now.total === undefined || before.total === undefined ? 0 : now.total - before.total;
}

function pageOf(data: unknown): PageOfList | undefined {
  return isPage(data) ? data : undefined;
}

function isPage(data: unknown): data is PageOfList {
  return typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data);
}

function isListQuery(params: unknown): params is ListQueryParams {
  return typeof params === 'object' && params !== null && 'pagination' in params && 'sort' in params;
}

function isReferring(params: unknown): params is GetManyReferenceParams {
  return isListQuery(params) && 'target' in params && 'id' in params;
}

function isAbout(params: unknown): params is { id: string } {
  return typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'string';
}

function isFiltered(params: unknown): params is { filter: object } {
  return typeof params === 'object' && params !== null && 'filter' in params && typeof params.filter === 'object';
}

function isArranged(params: unknown): params is ArrangedParams {
  return isFiltered(params) && 'parent' in params && 'range' in params;
}

/** A page of a list in react-admin's cache. */
interface PageOfList {
  data: readonly Row[];
  total?: number;
}

interface Row {
  id: Identifier;
  [source: string]: unknown;
}

interface ListQueryParams {
  pagination: { page: number; perPage: number };
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: unknown;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(T|$)/;

/** True if new records appear at the top, because the list is sorted by a time in descending order. */
function hasNewestFirst({ sort }: ListQueryParams, { data }: PageOfList): boolean {
  const [first] = data;
  return sort.order === 'DESC' && first !== undefined && INSTANT.test(plainText(first[sort.field]));
}

/** Number of rows of a first page above those that were on it before. */
function newRowsOf(page: PageOfList, before: PageOfList): number {
  const known = new Set(before.data.map(({ id }) => id));
  const first = page.data.findIndex(({ id }) => known.has(id));
  return first === -1 ? page.data.length : first;
}

/** The same rows in the same order, with current values. */
function withFreshRows(page: PageOfList, fresh: readonly Row[]): PageOfList {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  return { ...page, data: page.data.map((row) => byId.get(row.id) ?? row) };
}
