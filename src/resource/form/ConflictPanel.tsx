import { Alert, AlertTitle, Box, Button, Stack } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { FormatContextProvider, useFormatContext } from '#console/ui/FormatContext.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { formatInstant } from '../record/formatInstant.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import type { Conflict } from './Conflict.ts';
import { conflictingFields } from './conflictingFields.ts';
import { ConflictTable } from './ConflictTable.tsx';

interface ConflictPanelProps {
  view: ResourceView;
  fields: readonly Field[];
  conflict: Conflict;
  isSaving: boolean;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Someone else was faster: who, when, what differs, and the two ways to go on. */
export function ConflictPanel({ view, fields, conflict, isSaving, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
  const { resource } = view;
  const { before, theirs, mine } = conflict;
  const context = useResourceFormat(resource.name, resource.fields, [before, theirs, mine]);
  const { translate } = useFormatContext();
  const latest = useLatestChange(view, conflict);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView?.({ block: 'nearest' });
  }, [conflict]);

  const at = formatInstant(latest?.at ?? theirs['updated_at'], context);
  const who = latest?.actor;
  const title = who ? translate('form.conflict_by', { who, at }) : translate('form.conflict', { at });
  return (
    <FormatContextProvider value={context}>
      <Alert ref={panel} tabIndex={-1} severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
        <AlertTitle>{title}</AlertTitle>
        {translate('form.conflict_text')}
        <ConflictTable conflicts={conflictingFields(fields, before, mine, theirs)} />
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, mt: 1.5 }}>
          <Button size="small" variant="outlined" color="inherit" onClick={onKeepMine} disabled={isSaving}>
            {translate('form.keep_mine')}
          </Button>
          <Button size="small" variant="outlined" color="inherit" onClick={onTakeTheirs} disabled={isSaving}>
            {translate('form.take_theirs')}
          </Button>
        </Stack>
        <Box sx={{ mt: 1, fontSize: '0.75rem' }}>{translate('form.keep_mine_help')}</Box>
      </Alert>
    </FormatContextProvider>
  );
}

/** Who has saved it last, where the record's history may be read. */
function useLatestChange({ resource, canShow }: ResourceView, { theirs }: Conflict) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const hasHistory = canShow && resource.storage === 'table';
  const { data } = useQuery({
    queryKey: [resource.name, 'timeline', theirs.id, theirs['revision']],
    queryFn: hasHistory
      ? ({ signal }) => dataProvider.getTimeline(resource.name, { id: theirs.id, signal })
      : skipToken,
    retry: false,
  });
  return data?.find(({ changes }) => changes.length > 0);
}
