import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { NO_VIEW, readListParams, writeListParams, type ListParams } from './listParams.ts';

interface ChangeOptions {
  /** Takes the place of the present entry in the browser's history. */
  replace?: boolean;
}

/** Ways to change what the list shows. Rows in another order or by another filter begin on page 1 again. */
export interface ListParamActions {
  changeFilter(change: (filter: Filter) => Filter, options?: ChangeOptions): void;
  changeSort(sort: ListParams['sort']): void;
  changePage(page: Partial<Pick<ListParams, 'page' | 'perPage'>>, options?: ChangeOptions): void;
  /** Columns that the address names from now on; null: it names none. */
  changeColumns(columns: readonly string[] | null): void;
  /** Another list altogether, such as a saved view. */
  show(params: ListParams, options?: ChangeOptions): void;
}

/**
 * What the list shows, as the address says it. Parts that stay equal stay the same objects, and so do the actions.
 *
 * @param home query that the plain address stands for: that of the user's default view, '' for the list as declared
 */
export function useListParams(resource: Resource, home = ''): [ListParams, ListParamActions] {
  const params = useParams(resource, home);
  const navigate = useNavigate();
  // The router shows a new address when it has time: a second change may come before, and builds on the first.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);

  const { search } = useLocation();
  useEffect(() => {
    if (search === '' && home !== '') void navigate({ search: home }, { replace: true });
  }, [search, home, navigate]);

  const change = useEvent((changed: Partial<ListParams>, { replace = false }: ChangeOptions = {}) => {
    latest.current = { ...latest.current, ...changed };
    // The plain address would open the default view.
    const plain = home === '' ? '' : `?view=${NO_VIEW}`;
    void navigate({ search: writeListParams(latest.current, resource) || plain }, { replace });
  });
  const actions = useMemo<ListParamActions>(
    () => ({
      changeFilter: (changeOf, options) => change({ filter: changeOf(latest.current.filter), page: 1 }, options),
      changeSort: (sort) => change({ sort, page: 1 }),
      changePage: (page, options) => change(page, options),
      changeColumns: (columns) => change({ columns }, { replace: true }),
      show: (all, options) => change(all, options),
    }),
    [change],
  );
  return [params, actions];
}

function useParams(resource: Resource, home: string): ListParams {
  const search = useLocation().search || home;
  const read = useMemo(() => readListParams(search, resource), [search, resource]);
  const [params, setParams] = useState(read);
  const current = replaceEqualDeep(params, read);
  if (current !== params) setParams(current);
  return current;
}
