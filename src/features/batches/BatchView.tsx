import { Paper, Stack, Alert, Box, LinearProgress, Typography, Button } from '@mui/material';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { HttpError, ListPaginationContext, RecordContextProvider } from 'react-admin';
import { useLocation } from 'react-router-dom';
import {
  ActionHost,
  BackLink,
  DeclaredList,
  type FormatContext,
  type ResourceView,
  Timeline,
  useFormatContext,
  useResourcePlace,
  useResourceView,
} from '@merchant-console/ra-declared';
import {
  ConfirmDialog,
  ListPagination,
  LoadFailure,
  NotFound,
  pageHeading,
  PageSkeleton,
  useKeptFocus,
  useMutationWithToast,
  useRecordTitle,
  useUnsaved,
  DeclaredRelated,
} from '@merchant-console/ra-declared/internal';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { acceptCardsCall, type BatchState } from '#shared/contract/batches.ts';
import { formatCount } from '@merchant-console/declaration';
import { useApi } from '#console/api/createApi.ts';
import { ReadingNotice } from '#console/ui/upload/ReadingNotice.tsx';
import { isUploaded } from './batchPath.ts';
import { BatchHeader } from './BatchHeader.tsx';
import { BatchTools } from './BatchTools.tsx';
import { ItemGrid } from './grid/ItemGrid.tsx';
import { useGridEditing } from './grid/useGridEditing.ts';
import { batchReading } from './batchReading.ts';
import { useBatch } from './useBatch.ts';

interface BatchViewProps {
  id: string;
  /** The page's title. */
  title: string;
  /** Link back to the list. */
  back: ReactNode;
}

/** A batch from upload to last payout: its totals, problems and rows. */
export function BatchView({ id, title, back }: BatchViewProps) {
  const { translate } = useFormatContext();
  const { query, pagination, choose, replace, refresh } = useBatch(id);
  const editing = useGridEditing({
    items: query.data?.items ?? [],
    startsAtProblem: isUploaded(useLocation().state),
    onReplace: replace,
    onRefresh: refresh,
  });
  useUnsaved(editing.isUnsaved);
  const { data, error, isFetching, isPlaceholderData } = query;
  const view = useResourceView('batch_transfers');
  useRecordTitle(data?.batch.batch_no ?? null);
  if (!data) {
    if (error instanceof HttpError && error.status === 404) return <NotFound what="record" />;
    if (error && !isFetching)
      return <LoadFailure isPage title="record.load_error_title" error={error} onRetry={query.refetch} />;
    return <PageSkeleton title={title} />;
  }
  const { batch, items, show } = data;
  const content = (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      {back}
      <BatchHeader batch={batch} />
      <BatchProgress batch={batch} />
      {batch.reading && <ReadingNotice lines={batchReading(batch.reading, translate)} />}
      <BatchNotices batch={batch} onChange={refresh} />
      <Paper variant="outlined" sx={{ minWidth: 0 }} aria-busy={isPlaceholderData}>
        <BatchTools batch={batch} view={view} show={show} editing={editing} onShow={choose} />
        <ItemGrid batch={batch} items={items} show={show} editing={editing} onRefresh={refresh} />
        <ListPaginationContext value={pagination}>
          <ListPagination />
        </ListPaginationContext>
      </Paper>
      {batch.status !== 'draft' && (
        <RecordContextProvider value={batch}>
          {view?.resource.show.related
            .filter(({ reference }) => reference !== 'batch_transfer_items')
            .map((related) => (
              <DeclaredRelated key={related.reference} related={related} />
            ))}
        </RecordContextProvider>
      )}
      {view?.canShow && <Timeline view={view} record={batch} />}
    </Stack>
  );
  return view ? <ActionHost view={view}>{content}</ActionHost> : content;
}

/** Progress of the payouts, and the result once all have ended. */
function BatchProgress({ batch }: { batch: BatchState }) {
  const { translate } = useFormatContext();
  const { status, success_count, failed_count, valid_count } = batch;
  const counts = {
    success: formatCount(success_count),
    failed: formatCount(failed_count),
    total: formatCount(valid_count),
  };
  if (status === 'submitted' || status === 'processing') {
    const ended = success_count + failed_count;
    const text = translate('batch.progress', { ...counts, ended: formatCount(ended) });
    return (
      <Box>
        <LinearProgress
          variant="determinate"
          value={valid_count === 0 ? 0 : (ended / valid_count) * 100}
          aria-label={translate('batch.progress_label')}
          aria-valuetext={text}
          sx={{ height: 8, borderRadius: 1 }}
        />
        <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
          {text}
        </Typography>
      </Box>
    );
  }
  if (status !== 'done' && status !== 'partly_failed' && status !== 'failed') return null;
  const severity = { done: 'success', partly_failed: 'warning', failed: 'error' } as const;
  return (
    <Alert severity={severity[status]} role="status">
      {translate(status === 'done' ? 'batch.result' : 'batch.result_failed', counts)}
    </Alert>
  );
}

/** Problems that prevent a draft from being submitted. */
function BatchNotices({ batch, onChange }: { batch: BatchState; onChange(): void }) {
  const context = useFormatContext();
  const { translate } = context;
  const onFocus = useKeptFocus(pageHeading);
  if (batch.status !== 'draft') return null;
  const counted = (key: string, count: number) => translate(key, { smart_count: count, count: formatCount(count) });
  return (
    <>
      {batch.total_debit === null && <Alert severity="error">{translate('batch.unchecked_terms')}</Alert>}
      {batch.invalid_count > 0 && <Alert severity="error">{counted('batch.problems', batch.invalid_count)}</Alert>}
      {batch.open_card_count > 0 && (
        <Alert
          severity="warning"
          onFocus={onFocus}
          action={batch.may_repair && <AcceptCards batch={batch} onChange={onChange} />}
          sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
        >
          {counted('batch.open_cards', batch.open_card_count)}
        </Alert>
      )}
      {batch.warning_count > 0 && <Alert severity="warning">{counted('batch.warnings', batch.warning_count)}</Alert>}
      {batch.approval && <Alert severity="info">{secondPersonInWords(batch.approval, batch, context)}</Alert>}
      {batch.swallowed_count > 0 && (
        <Alert severity="warning">{counted('batch.swallowed_rows', batch.swallowed_count)}</Alert>
      )}
    </>
  );
}

/** Rows that the notice names. A file has up to 10,000. */
const MOST_LINES = 10;

/** Why someone other than the uploader must submit the batch. */
function secondPersonInWords(
  { rule, limit, sum, hours, lines }: NonNullable<BatchState['approval']>,
  { currency }: BatchState,
  { translate, currencyData }: FormatContext,
): string {
  const shown = (minor: string) => amountInWords(minor, currency, currencyData);
  const rows = lines.slice(0, MOST_LINES).join(', ') + (lines.length > MOST_LINES ? ', …' : '');
  return translate(`batch.second_person.${rule}`, {
    limit: shown(limit),
    sum: shown(sum),
    hours: formatCount(hours),
    smart_count: lines.length,
    rows,
  });
}

/** Accepts all card numbers of a draft that look mistyped, after confirmation. Files of account numbers have many. */
function AcceptCards({ batch, onChange }: { batch: BatchState; onChange(): void }) {
  const { translate } = useFormatContext();
  const api = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending } = useMutationWithToast({
    mutationFn: () =>
      api(acceptCardsCall, { params: { id: batch.id }, body: { revision: batch.revision }, isLong: true }),
    onSettled() {
      setIsOpen(false);
      onChange();
    },
  });
  const count = { smart_count: batch.open_card_count, count: formatCount(batch.open_card_count) };
  return (
    <>
      <Button color="inherit" size="small" onClick={() => setIsOpen(true)}>
        {translate('batch.accept_cards')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          needsServer
          isBusy={isPending}
          title={translate('batch.accept_cards')}
          text={translate('batch.accept_cards_text', count)}
          confirm={translate('batch.accept_cards')}
          onConfirm={mutate}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** The batch given by `batch_id` in the address, or the items of all batches without it. */
export function BatchItemsPage({ view }: { view: ResourceView }) {
  const { search } = useLocation();
  const { translate } = useFormatContext();
  const batches = useResourcePlace('batch_transfers');
  const id = new URLSearchParams(search).get('batch_id');
  const shown = useRef(id);
  useEffect(() => {
    // Another batch is another page, although its path is the same.
    if (shown.current !== id) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    shown.current = id;
  }, [id]);
  if (id === null) return <DeclaredList view={view} />;
  const back = batches && <BackLink basePath={batches.basePath} title={translate('menu.batchtransfer')} />;
  return <BatchView key={id} id={id} title={view.title} back={back} />;
}

/** The record page of a batch. */
export function BatchRecordPage({ view: { basePath, title }, id }: { view: ResourceView; id: string }) {
  return <BatchView key={id} id={id} title={title} back={<BackLink basePath={basePath} title={title} />} />;
}
