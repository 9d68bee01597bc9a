import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useEffect, useId, useRef, useState } from 'react';
import { useDataProvider, useGetIdentity, useNotify, type SortPayload } from 'react-admin';
import type { ExportFormat } from '@merchant-console/protocol';
import { type Field, formatCount, formatSize, type Resource } from '@merchant-console/declaration';
import {
  errorOf,
  outcomeOf,
  requestedSort,
  type DownloadProgress,
  type ExportParams,
} from '@merchant-console/ra-provider';
import { useIdempotencyKey } from '../../useIdempotencyKey.ts';
import { errorText } from '../../ui/FailureAlert.tsx';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { LabelledProgress } from '../../ui/LabelledProgress.tsx';
import { useExistingCalls, type DeclaredDataProvider, type ExportRequest } from '../../DeclaredDataProvider.ts';
import { sourcesOf } from '../columns/columnChoice.ts';
import { saveFile } from '../../record/saveFile.ts';

interface ExportDialogProps {
  resource: Resource;
  /** Columns that the list shows. */
  columns: readonly Field[];
  filter: ExportParams['filter'];
  sort: SortPayload;
  /** Number of records that match the filter, or undefined if unknown. */
  total: number | undefined;
  onClose(): void;
}

/** From this number of rows on, an export takes at least half a minute, so the primary button runs it in the background. */
const MANY_ROWS = 20_000;

/** Asks for the export's options, and shows its progress and errors. */
export function ExportDialog({ resource, columns, filter, sort, total, onClose }: ExportDialogProps) {
  const { translate } = useFormatContext();
  const shown = columns.filter((field) => resource.list.export.includes(field));
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [extent, setExtent] = useState<'shown' | 'all'>(shown.length > 0 ? 'shown' : 'all');
  const { state, start, leave, cancel } = useExport(resource.name, onClose);
  const isRunning = state.phase === 'running';
  const isBeginning = state.phase === 'beginning';
  const mayLeave = useMayLeave(resource);
  const isLong = mayLeave && total !== undefined && total > MANY_ROWS;
  const fields = extent === 'shown' ? shown : resource.list.export;
  const request = () => ({ format, filter, sort: requestedSort(sort), columns: sourcesOf(fields) });
  const left = columns.length - shown.length;
  const direct = (
    <Button
      key="direct"
      autoFocus={!isLong}
      variant={isLong ? 'text' : 'contained'}
      disabled={isBeginning}
      loading={isRunning}
      onClick={() => void start(request())}
    >
      {translate(state.phase === 'failed' ? 'list.retry' : 'list.export')}
    </Button>
  );
  const behind = mayLeave && (
    <Button
      key="behind"
      autoFocus={isLong}
      variant={isLong ? 'contained' : 'text'}
      disabled={isRunning}
      loading={isBeginning}
      onClick={() => void leave(request())}
    >
      {translate('exporting.background')}
    </Button>
  );
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={() => !isRunning && onClose()}>
      <DialogTitle>{translate('list.export')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {total !== undefined && (
          <Typography variant="body2" color="text.secondary">
            {translate('exporting.rows', { smart_count: total, count: formatCount(total) })}
          </Typography>
        )}
        <RadioChoice
          label={translate('exporting.format')}
          value={format}
          disabled={isRunning}
          choices={{ csv: 'CSV', xlsx: 'Excel (XLSX)' }}
          onChange={setFormat}
        />
        <RadioChoice
          label={translate('list.columns')}
          value={extent}
          disabled={isRunning}
          choices={{
            ...(shown.length > 0 && { shown: translate('exporting.shown_columns', { count: shown.length }) }),
            all: translate('exporting.all_columns', { count: resource.list.export.length }),
          }}
          onChange={setExtent}
        />
        {extent === 'shown' && left > 0 && (
          <Typography variant="caption" color="text.secondary">
            {translate('exporting.left_out', { smart_count: left })}
          </Typography>
        )}
        {isLong && !isRunning && <Alert severity="info">{translate('exporting.long')}</Alert>}
        {isRunning && <ExportProgress progress={state.progress} />}
        {state.phase === 'failed' && <Alert severity="error">{errorText(state.error, translate)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={isRunning ? cancel : onClose}>
          {translate('filters.cancel')}
        </Button>
        {isLong ? [direct, behind] : [behind, direct]}
      </DialogActions>
    </Dialog>
  );
}

/** Progress of an export in rows, or in bytes received if the rows can't be counted. */
function ExportProgress({ progress }: { progress: DownloadProgress | null }) {
  const { translate } = useFormatContext();
  const { receivedBytes = 0, receivedRows = null, totalRows = null } = progress ?? {};
  const inRows = receivedRows !== null && totalRows !== null && totalRows > 0;
  const rows = inRows ? Math.min(receivedRows, totalRows) : 0;
  const text = inRows
    ? translate('exporting.received_rows', { rows: formatCount(rows), total: formatCount(totalRows) })
    : translate('exporting.received', { size: formatSize(receivedBytes) });
  const label = translate('exporting.progress');
  return <LabelledProgress label={label} text={text} done={rows} total={inRows ? totalRows : null} />;
}

interface RadioChoiceProps<T extends string> {
  label: string;
  value: T;
  /** Labels by value, in order. */
  choices: Partial<Record<NoInfer<T>, string>>;
  disabled: boolean;
  onChange(value: NoInfer<T>): void;
}

/** Radio buttons for a few options. */
function RadioChoice<T extends string>({ label, value, choices, disabled, onChange }: RadioChoiceProps<T>) {
  const labelId = useId();
  const values: string[] = Object.keys(choices);
  const isChoice = (text: string): text is T => values.includes(text);
  return (
    <FormControl disabled={disabled}>
      <FormLabel id={labelId} sx={{ fontSize: '0.8125rem' }}>
        {label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={value}
        onChange={(_event, chosen) => {
          if (isChoice(chosen)) onChange(chosen);
        }}
      >
        {Object.entries<string | undefined>(choices).map(([id, name]) => (
          <FormControlLabel key={id} value={id} control={<Radio size="small" />} label={name} />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

type ExportState =
  | { phase: 'asking' | 'beginning' }
  | { phase: 'running'; progress: DownloadProgress | null }
  | { phase: 'failed'; error: Error };

/** Downloads an export and saves it once it is complete. Leaving the page cancels it, like `cancel`. */
function useExport(resource: string, onDone: () => void) {
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const { exportInBackground } = useExistingCalls();
  const key = useIdempotencyKey();
  const notify = useNotify();
  const [state, setState] = useState<ExportState>({ phase: 'asking' });
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setState({ phase: 'asking' });
  };
  useEffect(
    () => () => {
      running.current?.abort();
      // A kept page keeps its state.
      setState((current) => (current.phase === 'running' ? { phase: 'asking' } : current));
    },
    [],
  );

  async function start(request: ExportRequest): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (progress: DownloadProgress) => setState({ phase: 'running', progress });
    setState({ phase: 'running', progress: null });
    try {
      const params = { ...request, signal: controller.signal, onProgress: paced(onProgress) };
      const { name, content } = await dataProvider.exportRecords(resource, params);
      if (controller.signal.aborted) return;
      saveFile(content, name ?? `${resource}.${request.format}`);
      notify('exporting.done', { type: 'success', messageArgs: { name: name ?? resource } });
      onDone();
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ phase: 'failed', error: errorOf(error) });
    }
  }

  /** Lets the server write the file in the background. */
  async function leave(request: ExportRequest): Promise<void> {
    setState({ phase: 'beginning' });
    try {
      await exportInBackground?.(resource, { ...request, idempotencyKey: key.current() });
      notify('exporting.begun', { type: 'success' });
      onDone();
    } catch (error) {
      key.failed(outcomeOf(error));
      setState({ phase: 'failed', error: errorOf(error) });
    }
  }
  return { state, start, leave, cancel };
}

/** Only exports of the console's own server can run in the background, and role previews can't start any. */
function useMayLeave({ endpoints }: Resource): boolean {
  const { exportInBackground } = useExistingCalls();
  const isPreview = Boolean(useGetIdentity().identity?.['preview']);
  return exportInBackground !== undefined && Object.keys(endpoints).length === 0 && !isPreview;
}

/** Progress is updated ten times a second, because more often makes no visible difference. */
const PACE_MS = 100;

function paced(onProgress: (progress: DownloadProgress) => void): (progress: DownloadProgress) => void {
  let last = -PACE_MS;
  return (progress) => {
    const now = performance.now();
    if (now - last < PACE_MS) return;
    last = now;
    onProgress(progress);
  };
}
