import { Paper, Stack, Typography } from '@mui/material';
import { memo, useEffect, useId, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { ListContextProvider, useEvent, useListContext } from 'react-admin';
import { formatCount } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { FormatContextProvider, useFormatContext } from '../ui/FormatContext.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { lazy } from '../ui/loading/lazy.tsx';
import { useKeptFocus } from '../ui/useKeptFocus.ts';
import { usePrefersStillness } from '../ui/usePrefersStillness.ts';
import type { ResourceView } from '../ResourceView.ts';
import { RecordTable, type ListRows } from './RecordTable.tsx';
import { useListPreferences, type Density, type ListPreferences } from './listPreferences.ts';
import type { Preference } from '../preferences/usePreference.tsx';
import type { ListColumns } from './columns/useColumns.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListShortcuts } from './keyboard/ListShortcuts.tsx';
import { ListAnnouncement, ListPagination } from './ListPagination.tsx';
import { SavedViewsMenu } from './savedViews/SavedViewsMenu.tsx';
import type { SavedViews } from './savedViews/useSavedViews.ts';
import { StatusTabs } from './StatusTabs.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import { ListToolbar } from './toolbar/ListToolbar.tsx';
import { useTableFormat } from './useTableFormat.ts';
import { useListState, type ListState } from './useListState.ts';

export interface DeclaredListProps {
  view: ResourceView;
  /** Renders the records. Defaults to a table. */
  rows?: ListRows;
  /** Content between the heading and the list. */
  above?: ReactNode;
  /** Fields whose filters are in `above`, not among the list's. */
  filteredAbove?: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * The list of a declared resource. Its state is in the address: page, sort, filters, and the columns of a saved view.
 * It waits for the user's preferences, because without them it would fetch the wrong rows.
 */
export function DeclaredList({ view, rows, above, filteredAbove = NONE }: DeclaredListProps) {
  const preferences = useListPreferences(view.resource.name);
  if (preferences.isPending) return <PageSkeleton title={view.title} />;
  return (
    <OpenList
      view={view}
      rows={rows ?? RecordTable}
      preferences={preferences}
      above={above}
      filteredAbove={filteredAbove}
    />
  );
}

const ExportDialog = lazy(async () => (await import('./exporting/ExportDialog.tsx')).ExportDialog);
const ListCharts = lazy(async () => (await import('./charts/ListCharts.tsx')).ListCharts);
const SelectedRecords = lazy(async () => (await import('./selection/SelectedRecords.tsx')).SelectedRecords);

interface OpenListProps {
  view: ResourceView;
  preferences: Preference<ListPreferences>;
  rows: ListRows;
  above: ReactNode;
  filteredAbove: readonly string[];
}

/** The list of a declared resource with all its controls. */
function OpenList({ view, preferences, rows, above, filteredAbove }: OpenListProps) {
  const { resource } = view;
  const { list } = resource;
  const top = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const bodyId = useId();
  const onFocus = useKeptFocus(() => body.current);
  const state = useListState(view, preferences);
  const { controller, filter, columns, density, selecting, parts } = state;
  const { data, total, sort, page, perPage, selectedIds } = controller;
  const [dialog, setDialog] = useState<'export' | 'shortcuts' | null>(null);
  const close = () => setDialog(null);
  const setDensity = useEvent((chosen: Density) => density.change(() => chosen));
  const referring = useMemo(() => [...(data ?? []), filter], [data, filter]);
  const context = useTableFormat(resource, data, referring);

  // Scrolls only once the new page is rendered. By then, a menu in which the user chose it has returned the focus,
  // which scrolls to the button.
  const isTurning = useRef(false);
  const isStill = usePrefersStillness();
  const onTurn = useEvent(() => (isTurning.current = true));
  useEffect(() => {
    if (isTurning.current) top.current?.scrollIntoView?.({ behavior: isStill ? 'auto' : 'smooth' });
    isTurning.current = false;
  }, [page, perPage, isStill]);
  const hasSummary = list.summary.length > 0;
  return (
    <ListContextProvider value={controller}>
      <FormatContextProvider value={context}>
        <Stack ref={top} sx={{ gap: 2, minWidth: 0, scrollMarginTop: '50vh' }}>
          <ListHeading
            view={view}
            columns={columns}
            savedViews={state.savedViews}
            total={hasSummary ? undefined : total}
            density={density.value}
            onDensity={setDensity}
            onOpen={setDialog}
            selecting={parts.select && rows === RecordTable ? selecting : null}
          />
          {above}
          {list.tabs && <StatusTabs field={list.tabs} controls={bodyId} />}
          <FilterBar resource={resource} filteredAbove={filteredAbove} />
          {hasSummary && <SummaryStrip resource={resource} />}
          {list.charts.length > 0 && <ListCharts view={view} />}
          <Paper
            ref={body}
            id={bodyId}
            tabIndex={-1}
            onFocus={onFocus}
            variant="outlined"
            // Leaves space for the bar that announces new rows.
            sx={{ minWidth: 0, outline: 'none', mt: 1.25 }}
          >
            <ListBody view={view} state={state} rows={rows} onTurn={onTurn} />
          </Paper>
          {selectedIds.length > 0 && <SelectedRecords view={view} columns={columns.columns} />}
        </Stack>
        <ListAnnouncement />
        <ListShortcuts
          view={view}
          parts={parts}
          top={top}
          isOpen={dialog === 'shortcuts'}
          onOpen={() => setDialog('shortcuts')}
          onExport={() => setDialog('export')}
          onClose={close}
        />
        {dialog === 'export' && (
          <ExportDialog
            resource={resource}
            filter={filter}
            sort={sort}
            total={total}
            columns={columns.columns}
            onClose={close}
          />
        )}
      </FormatContextProvider>
    </ListContextProvider>
  );
}

interface ListHeadingProps extends ComponentProps<typeof ListToolbar> {
  savedViews: SavedViews;
  columns: ListColumns;
  /** Number of records. Undefined if it isn't known, or is shown elsewhere on the page. */
  total: number | undefined;
}

/** The page's title and the controls of the list. Doesn't re-render when the page is turned. */
const ListHeading = memo(function ListHeading({ savedViews, columns, total, ...toolbar }: ListHeadingProps) {
  const { translate } = useFormatContext();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1.5, flexBasis: { xs: '100%', sm: 'auto' } }}>
        <Typography component="h1" variant="h5">
          {toolbar.view.title}
        </Typography>
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          {total !== undefined && translate('list.total', { smart_count: total, count: formatCount(total) })}
        </Typography>
      </Stack>
      <SavedViewsMenu savedViews={savedViews} resource={toolbar.view.resource} columns={columns} />
      <ListToolbar {...toolbar} />
    </Stack>
  );
});

const ListDisplay = lazy(async () => (await import('./ListDisplay.tsx')).ListDisplay);

const EmptyList = lazy(async () => (await import('./EmptyList.tsx')).EmptyList);

interface ListBodyProps {
  view: ResourceView;
  state: ListState;
  rows: ListRows;
  onTurn(): void;
}

/** The rows and pagination, or why there are no rows. */
function ListBody({ view, state, rows: Rows, onTurn }: ListBodyProps) {
  const { columns, parts, density, selecting } = state;
  const { data, total, error, isFetching, isPlaceholderData, refetch } = useListContext<IdentifiedRecord>();
  const failure = isFetching ? null : error;
  if (failure && !data) return <LoadFailure error={failure} onRetry={refetch} />;
  if (total === 0 && !isPlaceholderData) return <EmptyList view={view} />;
  const { name, tree, order, list } = view.resource;
  const hasDisplays = tree !== null || order !== null || list.views.length > 0 || list.edit.length > 0;
  const isSelecting = parts.select && selecting.isOn;
  const shown = { view, parts, columns: columns.columns, density: density.value, isSelecting };
  const table = <Rows {...shown} onSelecting={() => selecting.turn(true)} />;
  const pages = <ListPagination onTurn={onTurn} onApproach={state.askForPage} />;
  return (
    <>
      {failure && <FailureAlert error={failure} onRetry={refetch} sx={{ borderRadius: 0 }} />}
      <div data-live={name} />
      {Rows === RecordTable && hasDisplays ? (
        <ListDisplay {...shown} pages={pages}>
          {table}
        </ListDisplay>
      ) : (
        <>
          {table}
          {pages}
        </>
      )}
    </>
  );
}
