import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';
import { useGetList, useListSortContext } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import { fieldLabel, formatCount } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { FormatContextProvider, useFormatContext } from '../../ui/FormatContext.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { useResourceFormat } from '../../useResourceFormat.ts';
import { listStyles } from './Agenda.tsx';
import { CalendarRecord, type RecordParts } from './CalendarRecord.tsx';
import { dayInWords, withoutDay } from './days.ts';

interface DayDialogProps {
  day: string;
  records: readonly IdentifiedRecord[];
  parts: RecordParts;
  onClose(): void;
}

/** All records of a day. */
export function DayDialog({ day, records, parts, onClose }: DayDialogProps) {
  const { language } = useFormatContext();
  return (
    <RecordsDialog title={dayInWords(day, language)} onClose={onClose}>
      <Box component="ul" sx={listStyles}>
        {records.map((record) => (
          <CalendarRecord key={record.id} record={record} day={day} parts={parts} />
        ))}
      </Box>
    </RecordsDialog>
  );
}

/** Number of records that are loaded at once. */
const PER_LOAD = 20;
const NONE: readonly IdentifiedRecord[] = [];

interface UndatedDialogProps extends Pick<DayDialogProps, 'parts' | 'onClose'> {
  /** The list's filter. */
  filter: Filter;
}

/** The records that are on no day. */
export function UndatedDialog({ filter, parts, onClose }: UndatedDialogProps) {
  const { view, calendar } = parts;
  const { name, fields } = view.resource;
  const context = useFormatContext();
  const { translate } = context;
  const { sort } = useListSortContext();
  const [loads, setLoads] = useState(1);
  const {
    data = NONE,
    total = 0,
    error,
    refetch,
  } = useGetList<IdentifiedRecord>(
    name,
    { pagination: { page: 1, perPage: loads * PER_LOAD }, sort, filter: withoutDay(filter, calendar) },
    { placeholderData: (before) => before },
  );
  const format = useResourceFormat(name, fields, data);
  const left = total - data.length;
  const field = fieldLabel(calendar.from, { ...context, resource: name });
  return (
    <RecordsDialog
      title={translate('calendar.undated', { smart_count: total, count: formatCount(total), field })}
      onClose={onClose}
    >
      {error && <LoadFailure isSmall error={error} onRetry={refetch} />}
      <FormatContextProvider value={format}>
        <Box component="ul" sx={listStyles}>
          {data.map((record) => (
            <CalendarRecord key={record.id} record={record} day={null} parts={parts} />
          ))}
        </Box>
      </FormatContextProvider>
      {left > 0 && (
        <Button size="small" onClick={() => setLoads((now) => now + 1)} sx={{ mt: 1 }}>
          {translate('tree.more', { smart_count: left, count: formatCount(left) })}
        </Button>
      )}
    </RecordsDialog>
  );
}

interface RecordsDialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
}

function RecordsDialog({ title, onClose, children }: RecordsDialogProps) {
  const { translate } = useFormatContext();
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {translate('calendar.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
