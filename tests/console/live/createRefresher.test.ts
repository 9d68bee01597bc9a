import fakeRestProvider from 'ra-data-fakerest';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deletionKey } from '../../../packages/ra-declared/src/queries.ts';
import { createRefresher, type Refresher, type RefreshingProvider } from '#console/live/createRefresher.ts';
import { gate } from '#tests/support/gate.ts';

interface Order {
  id: string;
  created_at: string;
  kind: string;
  status: string;
}

const PER_PAGE = 3;
const NEWEST_FIRST = { field: 'created_at', order: 'DESC' } as const;
const unused = () => Promise.reject(new Error('not asked for'));

describe('live lists', () => {
  let orders: Order[];
  let queryClient: QueryClient;
  let refresher: Refresher;
  let leave: (() => void) | undefined;

  const provider: RefreshingProvider = {
    getOne: unused,
    getSummary: unused,
    getArranged: unused,
    getTimeline: unused,
    getManyReference: (resource, params) => fakeRestProvider({ orders }).getManyReference(resource, params),
    getList: (resource, params) => fakeRestProvider({ orders }).getList(resource, params),
    getMany: (resource, { ids }) => {
      const there = ids.filter((id) => orders.some((one) => one.id === id));
      return fakeRestProvider({ orders }).getMany(resource, { ids: there });
    },
  };

  const order = (at: number): Order => ({
    id: `order-${at}`,
    kind: 'qr',
    status: 'pending',
    created_at: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
  });
  const place = (count: number) => {
    const first = orders.length;
    for (let at = first; at < first + count; at += 1) orders.unshift(order(at));
  };
  const shown = async (page: number, sort: { field: string; order: 'ASC' | 'DESC' } = NEWEST_FIRST) => {
    const params = { pagination: { page, perPage: PER_PAGE }, sort, filter: {} };
    const queryKey = ['orders', 'getList', params];
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => provider.getList('orders', params),
      staleTime: Infinity,
    });
    leave = observer.subscribe(() => {});
    await expect.poll(() => queryClient.getQueryData(queryKey)).toBeDefined();
    return () => queryClient.getQueryData<{ data: Order[]; total: number }>(queryKey);
  };
  const counted = () => refresher.get().map(({ count, isMore }) => ({ count, isMore }));

  beforeEach(() => {
    orders = [];
    place(5);
    queryClient = new QueryClient();
    refresher = createRefresher(queryClient, provider);
  });
  afterEach(() => {
    leave?.();
    refresher.stop();
    queryClient.clear();
  });

  it('keep their rows and update their values', async () => {
    const list = await shown(1);
    place(1);
    orders = orders.map((one) => (one.id === 'order-3' ? { ...one, status: 'success' } : one));
    await refresher.hear(['orders']);
    expect(list()?.data.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'order-4 pending',
      'order-3 success',
      'order-2 pending',
    ]);
    expect(list()?.total).toBe(6);
    expect(counted()).toEqual([{ count: 1, isMore: false }]);
  });

  it('count new rows, also more than a page of them, and show them on request', async () => {
    const list = await shown(1);
    place(4);
    await refresher.hear(['orders']);
    expect(counted()).toEqual([{ count: 4, isMore: false }]);
    place(8);
    await refresher.hear(null);
    expect(counted()).toEqual([{ count: 12, isMore: false }]);
    const [news] = refresher.get();
    if (news) refresher.show(news);
    expect(list()?.data.map(({ id }) => id)).toEqual(['order-16', 'order-15', 'order-14']);
    expect(counted()).toEqual([]);
  });

  it('report that there may be more if other rows have left the list', async () => {
    await shown(1);
    place(4);
    orders = orders.slice(0, 5);
    await refresher.hear(['orders']);
    expect(counted()).toEqual([{ count: 3, isMore: true }]);
  });

  it("count on any page, but not if new rows aren't first", async () => {
    const second = await shown(2);
    await refresher.hear(['orders']);
    place(2);
    await refresher.hear(['orders']);
    expect(second()?.data.map(({ id }) => id)).toEqual(['order-1', 'order-0']);
    expect(counted()).toEqual([{ count: 2, isMore: false }]);
    leave?.();

    await shown(1, { field: 'created_at', order: 'ASC' });
    refresher.stop();
    refresher = createRefresher(queryClient, provider);
    place(1);
    await refresher.hear(['orders']);
    expect(counted()).toEqual([]);
  });

  it('refresh related records, in place while the pointer is on them', async () => {
    let isHeld = false;
    refresher.stop();
    refresher = createRefresher(queryClient, provider, () => isHeld);
    const params = {
      target: 'kind',
      id: 'qr',
      pagination: { page: 1, perPage: PER_PAGE },
      sort: NEWEST_FIRST,
      filter: {},
    };
    const queryKey = ['orders', 'getManyReference', params];
    const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => provider.getManyReference('orders', params), staleTime: Infinity }); // prettier-ignore
    leave = observer.subscribe(() => {});
    const related = () => {
      const page = queryClient.getQueryData<{ data: Order[]; total: number }>(queryKey);
      return [page?.total, ...(page?.data ?? []).map(({ id, status }) => `${id} ${status}`)];
    };
    await expect.poll(related).toEqual([5, 'order-4 pending', 'order-3 pending', 'order-2 pending']);
    place(1);
    orders = orders.map((one) => (one.id === 'order-4' ? { ...one, status: 'success' } : one));
    isHeld = true;
    await refresher.hear(['orders']);
    expect(related()).toEqual([6, 'order-4 success', 'order-3 pending', 'order-2 pending']);
    isHeld = false;
    await refresher.hear(['orders']);
    expect(related()).toEqual([6, 'order-5 pending', 'order-4 success', 'order-3 pending']);
  });

  it('replace the rows of a card with the first ones', async () => {
    const params = { pagination: { page: 1, perPage: PER_PAGE }, sort: NEWEST_FIRST, filter: {} };
    const queryKey = ['orders', 'getFirst', params];
    const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => provider.getList('orders', params), staleTime: Infinity }); // prettier-ignore
    leave = observer.subscribe(() => {});
    const ids = () => queryClient.getQueryData<{ data: Order[] }>(queryKey)?.data.map(({ id }) => id);
    await expect.poll(ids).toEqual(['order-4', 'order-3', 'order-2']);
    place(1);
    await refresher.hear(['orders']);
    expect(ids()).toEqual(['order-5', 'order-4', 'order-3']);
    expect(refresher.get()).toEqual([]);
  });

  it("don't refetch a record while it is being deleted", async () => {
    const asked: string[] = [];
    const record = {
      ...provider,
      getOne: (resource: string, { id }: { id: string | number }) => {
        asked.push(String(id));
        return fakeRestProvider({ orders }).getOne(resource, { id });
      },
    };
    refresher.stop();
    refresher = createRefresher(queryClient, record);
    const observer = new QueryObserver(queryClient, {
      queryKey: ['orders', 'getOne', { id: 'order-1' }],
      queryFn: () => record.getOne('orders', { id: 'order-1' }),
      staleTime: Infinity,
    });
    leave = observer.subscribe(() => {});
    await expect.poll(() => asked).toEqual(['order-1']);
    const gone = gate();
    const deletion = new MutationObserver(queryClient, {
      mutationKey: deletionKey('orders', 'order-1'),
      mutationFn: () => gone.opened,
    }).mutate();
    await refresher.hear(['orders']);
    expect(asked).toEqual(['order-1']);
    gone.open();
    await deletion;
    await refresher.hear(['orders']);
    expect(asked).toEqual(['order-1', 'order-1']);
  });

  it("don't refetch when another resource has changed", async () => {
    const list = await shown(1);
    const before = list();
    place(1);
    await refresher.hear(['payouts']);
    expect(list()).toBe(before);
  });
});
