import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { choiceOf, chosenColumns, sameOrder, sourcesOf } from '../columns/columnChoice.ts';
import { readListParams, writeListParams, type ListParams } from '../listParams.ts';
import type { SavedView } from '../listPreferences.ts';

type ViewContent = Pick<SavedView, 'query' | 'columns'>;

/** What a view of the list as it stands now would hold. */
export function contentOf(params: ListParams, columns: readonly Field[], resource: Resource): ViewContent {
  return { query: queryOf(params, resource), columns: choiceOf(resource, sourcesOf(columns)) };
}

/** What the list shows when a view is opened. Its columns are named, so that the address means the same to others. */
export function paramsOf(view: SavedView, resource: Resource): ListParams {
  const columns = sourcesOf(chosenColumns(resource, view.columns));
  return { ...readListParams(view.query, resource), page: 1, columns, view: view.id };
}

/** Whether the list, having begun as `view`, shows something else by now. Another page of it is nothing else. */
export function differsFrom(
  view: SavedView,
  params: ListParams,
  columns: readonly Field[],
  resource: Resource,
): boolean {
  const saved = paramsOf(view, resource);
  const sameRows = queryOf(saved, resource) === queryOf(params, resource);
  return !sameRows || !sameOrder(saved.columns ?? [], sourcesOf(columns));
}

/** The query of filters, order and page size alone. */
function queryOf(params: ListParams, resource: Resource): string {
  return writeListParams({ ...params, page: 1, columns: null, view: null }, resource);
}
