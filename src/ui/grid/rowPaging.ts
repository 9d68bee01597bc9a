import { useState } from 'react';
import type { ListPaginationContextValue, PaginationPayload } from 'react-admin';
import { lastPage } from '@merchant-console/ra-declared/internal';

interface RowPaging extends PaginationPayload {
  setPaging(paging: PaginationPayload): void;
}

/** Page of a file's rows that is shown, and its size. */
export function useRowPaging(): RowPaging {
  const [paging, setPaging] = useState<PaginationPayload>({ page: 1, perPage: 30 });
  return { ...paging, setPaging };
}

interface RowsQuery {
  data: { total: number } | undefined;
  isPending: boolean;
  isLoading: boolean;
}

/** The value of a `ListPaginationContext` for the rows that a query reads. */
export function paginationOf(
  resource: string,
  { page, perPage, setPaging }: RowPaging,
  { data, isPending, isLoading }: RowsQuery,
): ListPaginationContextValue {
  const total = data?.total;
  return {
    page,
    perPage,
    total,
    resource,
    hasNextPage: total !== undefined && page < lastPage(total, perPage),
    hasPreviousPage: page > 1,
    isPending,
    isLoading,
    setPage: (to) => setPaging({ page: to, perPage }),
    setPerPage: (size) => setPaging({ page: Math.min(page, lastPage(total ?? 0, size)), perPage: size }),
  };
}
