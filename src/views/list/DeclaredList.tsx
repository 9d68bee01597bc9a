import { Paper, Stack } from '@mui/material';
import { useId, useMemo, useRef } from 'react';
import { FormatContextProvider } from '#console/fieldTypes/FormatContext.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListBody } from './ListBody.tsx';
import { ListHeading } from './ListHeading.tsx';
import { StatusTabs } from './StatusTabs.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import { useListParams, type ListActions } from './useListParams.ts';
import { useRememberedSearch } from './rememberedSearch.ts';
import { useRows } from './useRows.ts';

/** The list of a declared resource. All that it shows is in the address: page, sort, filters. */
export function DeclaredList({ view }: { view: ResourceView }) {
  const { resource, title } = view;
  const { list } = resource;
  const top = useRef<HTMLDivElement>(null);
  const bodyId = useId();
  const [params, actions] = useListParams(resource);
  const { filter, sort } = params;
  const result = useRows(resource, params, (page) => actions.changePage({ page }, { replace: true }));
  const referring = useMemo(() => [...(result.rows ?? []), filter], [result.rows, filter]);
  const context = useResourceFormat(resource.name, resource.fields, referring);
  useRememberedSearch(view.basePath);

  const turnTo: ListActions['changePage'] = (page) => {
    actions.changePage(page);
    top.current?.scrollIntoView?.({ behavior: prefersStillness() ? 'auto' : 'smooth' });
  };
  const hasSummary = list.summary.length > 0;
  return (
    <FormatContextProvider value={context}>
      <Stack ref={top} sx={{ gap: 2, minWidth: 0, scrollMarginTop: '50vh' }}>
        <ListHeading title={title} total={hasSummary ? undefined : result.total} />
        {list.tabs && <StatusTabs field={list.tabs} {...{ filter, actions }} controls={bodyId} />}
        <FilterBar {...{ resource, filter, sort, actions }} />
        {hasSummary && <SummaryStrip resource={resource} filter={filter} />}
        <Paper id={bodyId} variant="outlined" sx={{ minWidth: 0 }}>
          <ListBody {...{ view, params, result }} actions={{ ...actions, changePage: turnTo }} />
        </Paper>
      </Stack>
    </FormatContextProvider>
  );
}

const prefersStillness = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
