import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListPaginationContextValue, PaginationPayload } from 'react-admin';
import {
  type Import,
  type IMPORT_ROW_FILTERS,
  type ImportRow,
  importOf,
  importRows,
  imports,
} from '#shared/contract/imports.ts';
import { importPath, lastPage } from '@merchant-console/ra-declared/internal';
import { useApi } from '#console/api/createApi.ts';

export const IMPORTS_KEY = ['imports'];

/** Polling interval for progress, in milliseconds. */
const POLL_MS = 1_000;

const RUNNING: readonly Import['status'][] = ['checking', 'applying', 'reverting', 'undoing'];

/** True while the server works on it. */
export const isRunning = ({ status }: Pick<Import, 'status'>) => RUNNING.includes(status);

/** The page shows errors itself. */
const meta = { hasOwnErrorDisplay: true };

/** Address of an import's page. */
export const importAddress = (basePath: string, id: string) =>
  `${importPath(basePath)}?${new URLSearchParams({ id }).toString()}`;

/** State of the navigation to an import whose file was uploaded just now. Its page begins with the columns. */
export const UPLOADED = { isUploaded: true };

export const isUploaded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isUploaded' in state;

/** An import, polled while the server works on it. */
export function useImport(id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const queryKey = [...IMPORTS_KEY, 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(importOf, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
    staleTime: 0,
    meta,
  });
  return { query, replace: (changed: Import) => queryClient.setQueryData<Import>(queryKey, changed) };
}

/** The user's newest imports, of a resource or of all, polled while the server works on one. */
export function useOwnImports(resource?: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...IMPORTS_KEY, 'own', resource],
    queryFn: async ({ signal }) => (await api(imports, { query: { resource }, signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    staleTime: 0,
    retry: false,
    meta,
  });
}

export type RowFilter = (typeof IMPORT_ROW_FILTERS)[number];

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
  const [{ page, perPage }, setPaging] = useState<PaginationPayload>({ page: 1, perPage: 30 });
  const queryKey = [...IMPORTS_KEY, 'rows', id, status, show, page, perPage];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<RowsPage> =>
      api(importRows, { params: { id }, query: { show, first: (page - 1) * perPage, count: perPage }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta,
  });
  const total = query.data?.total;
  const pagination: ListPaginationContextValue = {
    page,
    perPage,
    total,
    resource: 'import_rows',
    hasNextPage: page < (total === undefined ? page : lastPage(total, perPage)),
    hasPreviousPage: page > 1,
    isPending: query.isPending,
    isLoading: query.isLoading,
    setPage: (to) => setPaging({ page: to, perPage }),
    setPerPage: (size) => setPaging({ page: Math.min(page, lastPage(total ?? 0, size)), perPage: size }),
  };
  return {
    query,
    show,
    pagination,
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
