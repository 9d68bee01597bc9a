import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Import, type IMPORT_ROW_FILTERS, type ImportRow, importRows } from '#shared/contract/imports.ts';
import { useApi } from '#console/api/createApi.ts';
import { paginationOf, useRowPaging } from '#console/ui/grid/rowPaging.ts';
import { IMPORTS_KEY, meta } from './useImport.ts';

type RowFilter = (typeof IMPORT_ROW_FILTERS)[number];

interface RowsPage {
  items: ImportRow[];
  total: number;
}

/** A page of an import's rows. Those with problems first, if there are any. */
export function useImportRows({ id, status, counts }: Import) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<RowFilter | null>(null);
  const [hasProblems] = useState(counts.problems + counts.refused + counts.kept > 0);
  const show = chosen ?? (hasProblems ? 'problems' : 'all');
  const { page, perPage, setPaging } = useRowPaging();
  const queryKey = [...IMPORTS_KEY, 'rows', id, status, show, page, perPage];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<RowsPage> =>
      api(importRows, { params: { id }, query: { show, first: (page - 1) * perPage, count: perPage }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta,
  });
  return {
    query,
    show,
    pagination: paginationOf('import_rows', { page, perPage, setPaging }, query),
    choose(filter: RowFilter) {
      setChosen(filter);
      setPaging({ page: 1, perPage });
    },
    /** Updates rows in the cache, so corrected ones keep their place. */
    replace(rows: readonly ImportRow[]) {
      queryClient.setQueryData<RowsPage>(
        queryKey,
        (data) =>
          data && {
            ...data,
            items: data.items.map((item) => rows.find(({ line }) => line === item.line) ?? item),
          },
      );
    },
  };
}
