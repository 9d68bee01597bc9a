import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId, useState } from 'react';
import type { SortPayload } from 'react-admin';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { formatCount } from '#shared/format/numbers.ts';
import type { ExportFormat, ExportParams } from '#console/api/exportRecords.ts';
import { sortAsked } from '#console/api/sortOrNone.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/errorText.ts';
import { sourcesOf } from '../columns/columnChoice.ts';
import { ExportProgress } from './ExportProgress.tsx';
import { RadioChoice } from './RadioChoice.tsx';
import { useExport } from './useExport.ts';

interface ExportDialogProps {
  resource: Resource;
  /** Columns that the list shows. */
  columns: readonly Field[];
  filter: ExportParams['filter'];
  sort: SortPayload;
  /** Records that the filter chooses; undefined where it is not known. */
  total: number | undefined;
  onClose(): void;
}

/** Asks how the records are to be exported, shows how far it is, and says why if it fails. */
export function ExportDialog({ resource, columns, filter, sort, total, onClose }: ExportDialogProps) {
  const { translate } = useFormatContext();
  const shown = columns.filter((field) => resource.list.export.includes(field));
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [extent, setExtent] = useState<'shown' | 'all'>(shown.length > 0 ? 'shown' : 'all');
  const { state, start, cancel } = useExport(resource.name, onClose);
  const titleId = useId();
  const isRunning = state.phase === 'running';
  const fields = extent === 'shown' ? shown : resource.list.export;
  const begin = () => void start({ format, filter, sort: sortAsked(sort), columns: sourcesOf(fields) });
  const left = columns.length - shown.length;
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={() => !isRunning && onClose()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('list.export')}</DialogTitle>
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
        {isRunning && <ExportProgress progress={state.progress} />}
        {state.phase === 'failed' && <Alert severity="error">{errorText(state.error, translate)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={isRunning ? cancel : onClose}>
          {translate('filters.cancel')}
        </Button>
        <Button variant="contained" loading={isRunning} onClick={begin}>
          {translate(state.phase === 'failed' ? 'list.retry' : 'list.export')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
