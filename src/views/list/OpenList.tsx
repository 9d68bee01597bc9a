import { Paper, Stack } from '@mui/material';
import { useId, useMemo, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { FormatContextProvider } from '#console/fieldTypes/FormatContext.ts';
import type { Preference } from '../preferences/usePreference.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import type { Density } from './density.ts';
import { ExportDialog } from './exporting/ExportDialog.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ListShortcuts } from './keyboard/ListShortcuts.tsx';
import { ListBody } from './ListBody.tsx';
import { ListHeading } from './ListHeading.tsx';
import type { ListRows } from './ListRows.ts';
import type { ListPreferences } from './listPreferences.ts';
import { RecordTable } from './RecordTable.tsx';
import { SelectedRecords } from './selection/SelectedRecords.tsx';
import { StatusTabs } from './StatusTabs.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import type { ListActions } from './useListParams.ts';
import { useListState } from './useListState.ts';

interface OpenListProps {
  view: ResourceView;
  preferences: Preference<ListPreferences>;
  rows: ListRows;
}

/** The list of a declared resource, with all that changes what it shows. */
export function OpenList({ view, preferences, rows }: OpenListProps) {
  const { resource } = view;
  const { list } = resource;
  const top = useRef<HTMLDivElement>(null);
  const bodyId = useId();
  const state = useListState(view, preferences);
  const { params, actions, columns, result, density, selecting, parts } = state;
  const { filter, sort } = params;
  const [dialog, setDialog] = useState<'export' | 'shortcuts' | null>(null);
  const close = () => setDialog(null);
  const setDensity = useEvent((chosen: Density) => density.change(() => chosen));
  const referring = useMemo(() => [...(result.rows ?? []), filter], [result.rows, filter]);
  const context = useResourceFormat(resource.name, resource.fields, referring);

  const turnTo = useEvent((page: Parameters<ListActions['changePage']>[0]) => {
    actions.changePage(page);
    top.current?.scrollIntoView?.({ behavior: prefersStillness() ? 'auto' : 'smooth' });
  });
  const hasSummary = list.summary.length > 0;
  return (
    <FormatContextProvider value={context}>
      <Stack ref={top} sx={{ gap: 2, minWidth: 0, scrollMarginTop: '50vh' }}>
        <ListHeading
          {...{ view, columns }}
          savedViews={state.savedViews}
          total={hasSummary ? undefined : result.total}
          density={density.value}
          onDensity={setDensity}
          onOpen={setDialog}
          selecting={parts.select && rows === RecordTable ? selecting : null}
        />
        {list.tabs && <StatusTabs field={list.tabs} {...{ filter, actions }} controls={bodyId} />}
        <FilterBar {...{ resource, filter, sort, actions }} />
        {hasSummary && <SummaryStrip resource={resource} filter={filter} />}
        <Paper id={bodyId} variant="outlined" sx={{ minWidth: 0 }}>
          <ListBody {...{ view, state, rows }} onPage={turnTo} />
        </Paper>
        <SelectedRecords {...{ view, state }} />
      </Stack>
      <ListShortcuts
        {...{ view, parts, top }}
        isOpen={dialog === 'shortcuts'}
        onOpen={() => setDialog('shortcuts')}
        onClose={close}
      />
      {dialog === 'export' && (
        <ExportDialog {...{ resource, filter, sort }} columns={columns.columns} total={result.total} onClose={close} />
      )}
    </FormatContextProvider>
  );
}

const prefersStillness = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
