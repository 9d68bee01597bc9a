import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListPaginationContextValue, PaginationPayload } from 'react-admin';
import { batchItemsCall, type BatchItem, type BatchState, type BATCH_ITEM_FILTERS } from '#shared/contract/batches.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { lastPage } from '@merchant-console/ra-declared/internal';

export type ItemFilter = (typeof BATCH_ITEM_FILTERS)[number];

interface BatchPageData {
  batch: BatchState;
  items: BatchItem[];
  total: number;
  /** The filter that `items` match. */
  show: ItemFilter;
}

/** A batch and a page of its items, updated live. A draft isn't, so its rows don't move while the user edits. */
export function useBatch(id: string) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ItemFilter | null>(null);
  const [paging, setPaging] = useState<PaginationPayload>({ page: 1, perPage: 30 });
  const queryKey = ['batch', id, chosen, paging];
  const query = useLiveQuery<BatchPageData>({
    resource: 'batch_transfers',
    queryKey,
    ask: async (api, signal) => {
      const ask = async (show: ItemFilter) => {
        const { page, perPage } = paging;
        const part = { show, first: (page - 1) * perPage, count: perPage };
        return { ...(await api(batchItemsCall, { params: { id }, query: part, signal })), show };
      };
      const all = await ask(chosen ?? 'all');
      // A draft opens with the rows that need correcting.
      const { status, invalid_count, open_card_count, swallowed_count } = all.batch;
      const hasProblems = status === 'draft' && invalid_count + open_card_count + swallowed_count > 0;
      return chosen === null && hasProblems ? ask('problems') : all;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always' as const,
    follows: (data) => data?.batch.status !== 'draft',
  });
  const { page, perPage } = paging;
  const total = query.data?.total;
  const last = total === undefined ? page : lastPage(total, perPage);
  const pagination: ListPaginationContextValue = {
    page,
    perPage,
    total,
    resource: 'batch_items',
    hasNextPage: page < last,
    hasPreviousPage: page > 1,
    isPending: query.isPending,
    isLoading: query.isLoading,
    setPage: (to) => setPaging({ page: to, perPage }),
    setPerPage: (size) => setPaging({ page: Math.min(page, lastPage(total ?? 0, size)), perPage: size }),
  };
  return {
    query,
    pagination,
    choose(show: ItemFilter) {
      setChosen(show);
      setPaging({ page: 1, perPage });
    },
    /** Updates a row and its batch in the cache, so corrected rows keep their place. */
    replace(batch: BatchState, item: BatchItem) {
      queryClient.setQueryData<BatchPageData>(
        queryKey,
        (data) => data && { ...data, batch, items: data.items.map((one) => (one.id === item.id ? item : one)) },
      );
      void queryClient.invalidateQueries({ queryKey: ['batch_transfers'] });
    },
    refresh() {
      void queryClient.invalidateQueries({ queryKey: ['batch', id] });
      void queryClient.invalidateQueries({ queryKey: ['batch_transfers'] });
    },
  };
}
