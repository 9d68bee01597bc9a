import { replaceEqualDeep } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { readListParams, writeListParams, type ListParams } from './listParams.ts';

interface ChangeOptions {
  /** Takes the place of the present entry in the browser's history. */
  replace?: boolean;
}

/** Ways to change what the list shows. Rows in another order or by another filter begin on page 1 again. */
export interface ListActions {
  changeFilter(change: (filter: Filter) => Filter, options?: ChangeOptions): void;
  changeSort(sort: ListParams['sort']): void;
  changePage(page: Partial<Pick<ListParams, 'page' | 'perPage'>>, options?: ChangeOptions): void;
}

/** What the list shows, as the address says it. Parts that stay equal stay the same objects, and so do the actions. */
export function useListParams(resource: Resource): [ListParams, ListActions] {
  const params = useParams(resource);
  const navigate = useNavigate();
  // The router shows a new address when it has time: a second change may come before, and builds on the first.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);

  const change = useEvent((changed: Partial<ListParams>, { replace = false }: ChangeOptions = {}) => {
    latest.current = { ...latest.current, ...changed };
    void navigate({ search: writeListParams(latest.current, resource) }, { replace });
  });
  const actions = useMemo<ListActions>(
    () => ({
      changeFilter: (changeOf, options) => change({ filter: changeOf(latest.current.filter), page: 1 }, options),
      changeSort: (sort) => change({ sort, page: 1 }),
      changePage: (page, options) => change(page, options),
    }),
    [change],
  );
  return [params, actions];
}

function useParams(resource: Resource): ListParams {
  const { search } = useLocation();
  const read = useMemo(() => readListParams(search, resource), [search, resource]);
  const [params, setParams] = useState(read);
  const current = replaceEqualDeep(params, read);
  if (current !== params) setParams(current);
  return current;
}
