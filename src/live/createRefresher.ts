import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { GetManyReferenceParams, Identifier } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { deletionKey } from '#console/api/queryClient.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { Hint } from './hints.ts';

/** What stands above the rows of a list that is shown. */
export interface NewRows {
  resource: string;
  count: number;
  /** There may be more than are counted. */
  isMore: boolean;
  /** The list's first page as it is now. */
  page: PageOfList;
  /** Key of that page in the cache. */
  queryKey: readonly unknown[];
}

interface Found {
  /** The first page as it is now. */
  page: PageOfList;
  /** As what it is shown; null: another page is shown. */
  before: PageOfList | null;
  /** By how many rows the list has grown since it was last looked at. */
  grown: number;
}

export type Refresher = ReturnType<typeof createRefresher>;

/** What of the data provider is used: one whose calls keep no session alive. */
export type RefreshingProvider = Pick<
  ConsoleDataProvider,
  'getList' | 'getMany' | 'getOne' | 'getManyReference' | 'getSummary' | 'getTimeline'
>;

/**
 * Brings what pages show of declared resources up to date, behind react-admin's back: its own queries would show that
 * they fetch, and put other rows below the pointer. Rows that are shown stay where they are; what is new is counted.
 * Whatever is not shown at the moment is only marked, and asked for when it is.
 *
 * @param isHeld whether somebody points at a card with records of a resource, whose rows then keep their places
 */
export function createRefresher(
  queryClient: QueryClient,
  provider: RefreshingProvider,
  isHeld: (resource: string) => boolean = () => false,
) {
  const cache = queryClient.getQueryCache();
  let news: readonly NewRows[] = [];
  const listeners = new Set<() => void>();

  function publish(next: readonly NewRows[]): void {
    news = next;
    listeners.forEach((listener) => listener());
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
    // Somebody has turned the page or filtered meanwhile.
    if (query.state.data === undefined || !query.isActive()) return;
    const current = pageOf(query.state.data) ?? shown;
    if (page && shown.data.length === 0) return void queryClient.setQueryData(query.queryKey, page);
    const total = page?.total === undefined ? {} : { total: page.total };
    queryClient.setQueryData(query.queryKey, { ...withFreshRows(current, fresh), ...total });
    if (!page) return;
    const before = params.pagination.page === 1 ? current : null;
    count(resource, [resource, 'getList', first], { page, before, grown: grownBy(page, current) });
  }

  /** The few records that point to the one that is shown. */
  async function refreshRelated(resource: string, query: Query, params: GetManyReferenceParams): Promise<void> {
    const page = await provider.getManyReference(resource, params);
    const shown = pageOf(query.state.data);
    const { total } = page;
    const kept =
      shown && isHeld(resource) ? withFreshRows({ ...shown, ...(total !== undefined && { total }) }, page.data) : page;
    queryClient.setQueryData(query.queryKey, kept);
  }

  function count(resource: string, queryKey: readonly unknown[], { page, before, grown }: Found): void {
    const shown = before ?? pageOf(queryClient.getQueryData(queryKey));
    const rows = shown ? newRowsOf(page, shown) : 0;
    // From now on there is something to compare with.
    if (!shown) queryClient.setQueryData(queryKey, page);
    const isSame = (one: NewRows) => hashKey(one.queryKey) === hashKey(queryKey);
    const others = news.filter((one) => !isSame(one));
    if (rows === 0) return publish(others);
    // Of new rows that go beyond the page the list's total tells, unless others have left it.
    const all = (news.find(isSame)?.count ?? 0) + grown;
    const isBeyond = rows === page.data.length;
    const known = { count: isBeyond ? Math.max(rows, all) : rows, isMore: isBeyond && all < rows };
    publish([...others, { resource, ...known, page, queryKey }]);
  }

  /** A record whose own deletion caused the hint is shown until its page is left. */
  const isThere = (resource: string, id: string) =>
    queryClient.isMutating({ mutationKey: deletionKey(resource, id) }) === 0;

  async function refresh(query: Query): Promise<void> {
    const [resource, verb, params] = query.queryKey;
    if (typeof resource !== 'string') return;
    if (!query.isActive()) {
      query.invalidate();
      return;
    }
    // A form goes on with what it began from.
    if (query.observers.some(({ options }) => options.refetchOnWindowFocus === false)) return;
    const set = (data: unknown) => void queryClient.setQueryData(query.queryKey, data);
    if (verb === 'getList' && isListQuery(params)) await refreshList(resource, query, params);
    if (verb === 'getManyReference' && isReferring(params)) await refreshRelated(resource, query, params);
    if (verb === 'getOne' && isAbout(params) && isThere(resource, params.id))
      set((await provider.getOne(resource, { id: params.id })).data);
    if (verb === 'getSummary' && isFiltered(params)) set(await provider.getSummary(resource, params));
    if (verb === 'timeline' && typeof params === 'string' && isThere(resource, params))
      set(await provider.getTimeline(resource, { id: params }));
  }

  // A list that has been asked for again shows what was counted.
  const stopWatching = cache.subscribe(({ type, query }) => {
    if (type !== 'updated') return;
    const hash = query.queryHash;
    const shown = pageOf(query.state.data);
    const counted = news.find(({ queryKey }) => hashKey(queryKey) === hash);
    if (counted && shown && newRowsOf(counted.page, shown) === 0) publish(news.filter((one) => one !== counted));
  });

  return {
    /** Settles when all that is shown of these resources is up to date. What fails stays as it was. */
    async hear(hint: Hint): Promise<void> {
      const about = cache.findAll({
        predicate: ({ queryKey: [resource] }) =>
          typeof resource === 'string' && (hint === null || hint.includes(resource)),
      });
      await Promise.allSettled(about.map(refresh));
    },
    get: () => news,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Puts the new rows into the list, whose first page is shown. */
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

/** A page of a list, as react-admin's cache has it. */
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

/** Whether new records come at the top: the list goes down by a time. */
function hasNewestFirst({ sort }: ListQueryParams, { data }: PageOfList): boolean {
  const [first] = data;
  return sort.order === 'DESC' && first !== undefined && INSTANT.test(plainText(first[sort.field]));
}

/** How many rows of a first page stand above those that were on it before. */
function newRowsOf(page: PageOfList, before: PageOfList): number {
  const known = new Set(before.data.map(({ id }) => id));
  const first = page.data.findIndex(({ id }) => known.has(id));
  return first === -1 ? page.data.length : first;
}

/** The same rows in the same order, with what they hold now. */
function withFreshRows(page: PageOfList, fresh: readonly Row[]): PageOfList {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  return { ...page, data: page.data.map((row) => byId.get(row.id) ?? row) };
}
