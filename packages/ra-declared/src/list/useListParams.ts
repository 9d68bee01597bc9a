import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useRouter } from '../ui/router/useRouter.ts';
import type { Filter } from '@merchant-console/protocol';
import type { Resource } from '@merchant-console/declaration';
import { NO_VIEW, readListParams, writeListParams, type ListParams } from './listParams.ts';

interface ChangeOptions {
  /** True to replace the current entry in the browser's history. */
  replace?: boolean;
}

/** Changes what the list shows. A new order or filter returns to page 1. */
export interface ListParamActions {
  changeFilter(change: (filter: Filter) => Filter, options?: ChangeOptions): void;
  changeSort(sort: ListParams['sort']): void;
  changePage(page: Partial<Pick<ListParams, 'page' | 'perPage'>>, options?: ChangeOptions): void;
  /** Sets the columns named in the address, or removes them with null. */
  changeColumns(columns: readonly string[] | null): void;
  /** Sets all parameters, for example those of a saved view. */
  show(params: ListParams, options?: ChangeOptions): void;
}

/**
 * State of the list, read from the address. Equal parts keep their identity, and the actions are stable.
 *
 * @param home query that the plain address stands for: that of the user's default view, or '' for the list as declared
 */
export function useListParams(resource: Resource, home = ''): [ListParams, ListParamActions] {
  const params = useParams(resource, home);
  const { navigate } = useRouter();
  // The router may render a new address late. A second change can come before and has to build on the first.
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
