import { useListContext } from 'react-admin';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { ListError, StaleRows } from './ListNotice.tsx';
import { ListPagination } from './ListPagination.tsx';
import type { ListRows } from './ListRows.ts';
import type { ListState } from './useListState.ts';

const EmptyList = onDemand(async () => (await withLateTexts(import('./empty/EmptyList.tsx'))).EmptyList);

interface ListBodyProps {
  view: ResourceView;
  state: ListState;
  rows: ListRows;
  onTurn(): void;
}

/** The rows and pagination, or why there are no rows. */
export function ListBody({ view, state, rows: Rows, onTurn }: ListBodyProps) {
  const { columns, parts, density, selecting } = state;
  const { data, total, error, isFetching, isPlaceholderData, refetch } = useListContext<IdentifiedRecord>();
  const failure = isFetching ? null : error;
  const retry = () => void refetch();
  if (failure && !data) return <ListError error={failure} onRetry={retry} />;
  if (total === 0 && !isPlaceholderData) return <EmptyList view={view} />;
  return (
    <>
      {failure && <StaleRows error={failure} onRetry={retry} />}
      <div data-live={view.resource.name} />
      <Rows
        {...{ view, parts }}
        columns={columns.columns}
        density={density.value}
        isSelecting={parts.select && selecting.isOn}
        onSelecting={() => selecting.turn(true)}
      />
      <ListPagination onTurn={onTurn} onApproach={state.askForPage} />
    </>
  );
}
