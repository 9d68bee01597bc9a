import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { batchItemsCall, type BatchItem, type BatchState, type BATCH_ITEM_FILTERS } from '#shared/contract/batches.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { paginationOf, useRowPaging } from '#console/ui/grid/rowPaging.ts';

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
  const { page, perPage, setPaging } = useRowPaging();
  const queryKey = ['batch', id, chosen, { page, perPage }];
  const query = useLiveQuery<BatchPageData>({
    resource: 'batch_transfers',
    queryKey,
    ask: async (api, signal) => {
      const ask = async (show: ItemFilter) => {
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
  return {
    query,
    pagination: paginationOf('batch_items', { page, perPage, setPaging }, query),
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
