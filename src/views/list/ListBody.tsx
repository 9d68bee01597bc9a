import { onDemand } from '#console/loading/onDemand.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { ListError, StaleRows } from './ListNotice.tsx';
import { ListPagination } from './ListPagination.tsx';
import type { ListRows } from './ListRows.ts';
import type { ListActions } from './useListParams.ts';
import type { ListState } from './useListState.ts';

const EmptyList = onDemand(async () => (await import('./empty/EmptyList.tsx')).EmptyList);

interface ListBodyProps {
  view: ResourceView;
  state: ListState;
  rows: ListRows;
  onPage: ListActions['changePage'];
}

/** The rows and the way to others, or why there are none. */
export function ListBody({ view, state, rows: Rows, onPage }: ListBodyProps) {
  const { params, actions, columns, parts, density, result, selection, selecting } = state;
  const { rows, total, error, isFetching, isPlaceholderData, refetch } = result;
  const failure = isFetching ? null : error;
  const retry = () => void refetch();
  if (failure && !rows) return <ListError error={failure} onRetry={retry} />;
  if (total === 0 && !isPlaceholderData) {
    return <EmptyList resource={view.resource} filter={params.filter} actions={actions} />;
  }
  return (
    <>
      {failure && <StaleRows error={failure} onRetry={retry} />}
      <div data-live={view.resource.name} />
      <Rows
        {...{ view, params, parts, rows, selection }}
        columns={columns.columns}
        density={density.value}
        outdated={isPlaceholderData}
        isSelecting={parts.select && selecting.isOn}
        onSelecting={() => selecting.turn(true)}
        onSort={actions.changeSort}
      />
      {total !== undefined && total > 0 && <ListPagination params={params} total={total} onChange={onPage} />}
    </>
  );
}
