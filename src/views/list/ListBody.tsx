import type { ResourceView } from '../ResourceView.ts';
import { ListEmpty, ListError, StaleRows } from './ListNotice.tsx';
import { ListPagination } from './ListPagination.tsx';
import type { ListParams } from './listParams.ts';
import { RecordTable } from './RecordTable.tsx';
import type { ListActions } from './useListParams.ts';
import type { useRows } from './useRows.ts';

interface ListBodyProps {
  view: ResourceView;
  params: ListParams;
  result: ReturnType<typeof useRows>;
  actions: ListActions;
}

/** The rows and the way to others, or why there are none. */
export function ListBody({ view, params, result, actions }: ListBodyProps) {
  const { rows, total, error, isFetching, isPlaceholderData, refetch } = result;
  const failure = isFetching ? null : error;
  const retry = () => void refetch();
  if (failure && !rows) return <ListError error={failure} onRetry={retry} />;
  if (total === 0 && !isPlaceholderData) {
    return (
      <ListEmpty filtered={Object.keys(params.filter).length > 0} onClear={() => actions.changeFilter(() => ({}))} />
    );
  }
  return (
    <>
      {failure && <StaleRows error={failure} onRetry={retry} />}
      <RecordTable view={view} params={params} rows={rows} outdated={isPlaceholderData} onSort={actions.changeSort} />
      {total !== undefined && total > 0 && (
        <ListPagination params={params} total={total} onChange={actions.changePage} />
      )}
    </>
  );
}
