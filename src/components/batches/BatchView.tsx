import { Paper, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { HttpError } from 'react-admin';
import { ActionHost } from '#console/views/actions/ActionHost.tsx';
import { ListPagination } from '#console/views/list/ListPagination.tsx';
import { useUnsaved } from '#console/views/openPage.ts';
import { useRecordTitle } from '#console/views/recordTitle.ts';
import { RecordError, RecordMissing } from '#console/views/record/RecordNotice.tsx';
import { Timeline } from '#console/views/record/Timeline.tsx';
import { PageSkeleton } from '#console/views/state/PageSkeleton.tsx';
import { BatchHeader } from './BatchHeader.tsx';
import { BatchNotices } from './BatchNotices.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { BatchTools } from './BatchTools.tsx';
import { ItemGrid } from './grid/ItemGrid.tsx';
import { useGridEditing } from './grid/useGridEditing.ts';
import { useBatch } from './useBatch.ts';
import { useBatchesView } from './useBatchesView.ts';

interface BatchViewProps {
  id: string;
  /** Of the page. */
  title: string;
  /** The way back. */
  back: ReactNode;
}

/** A batch from its upload to its last payout: what it comes to, what is wrong with it, and its rows. */
export function BatchView({ id, title, back }: BatchViewProps) {
  const { query, paging, setPaging, choose, replace, refresh } = useBatch(id);
  const editing = useGridEditing({ items: query.data?.items ?? [], onReplace: replace, onRefresh: refresh });
  useUnsaved(editing.isUnsaved);
  const { data, error, isFetching, isPlaceholderData } = query;
  const view = useBatchesView(title);
  useRecordTitle(data?.batch.batch_no ?? null);
  if (!data) {
    if (error instanceof HttpError && error.status === 404) return <RecordMissing />;
    if (error && !isFetching) return <RecordError error={error} onRetry={() => void query.refetch()} />;
    return <PageSkeleton title={title} />;
  }
  const { batch, items, total, show } = data;
  const content = (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      {back}
      <BatchHeader batch={batch} />
      <BatchProgress batch={batch} />
      <BatchNotices batch={batch} onChange={refresh} />
      <Paper variant="outlined" sx={{ minWidth: 0 }} aria-busy={isPlaceholderData}>
        <BatchTools {...{ batch, view, show }} isUnsaved={editing.isUnsaved} onShow={choose} />
        <ItemGrid {...{ batch, items, show, editing }} onRefresh={refresh} />
        {total > 0 && (
          <ListPagination
            params={{ ...paging, sort: { field: 'line_no', order: 'ASC' }, filter: {}, columns: null, view: null }}
            total={total}
            onChange={setPaging}
          />
        )}
      </Paper>
      {view?.canShow && <Timeline view={view} record={batch} />}
    </Stack>
  );
  return view ? <ActionHost view={view}>{content}</ActionHost> : content;
}
