import { Button, Paper, Stack, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Import, removeImport } from '#shared/contract/imports.ts';
import { formatCount } from '@merchant-console/declaration';
import { type ResourceView, useFormatContext } from '@merchant-console/ra-declared';
import {
  ConfirmDialog,
  importPath,
  LabelledProgress,
  useMutationWithToast,
} from '@merchant-console/ra-declared/internal';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/createApi.ts';
import { readingLines } from '#console/ui/upload/readingLines.ts';
import { ReadingNotice } from '#console/ui/upload/ReadingNotice.tsx';
import { ColumnMapping } from './ColumnMapping.tsx';
import { CheckedImport } from './CheckedImport.tsx';
import { EndedImport } from './EndedImport.tsx';
import { type ImportStep, ImportSteps } from './ImportSteps.tsx';
import { labelIn } from './importedFields.ts';
import { IMPORTS_KEY, isRunning, isUploaded } from './useImport.ts';

interface ImportViewProps {
  view: ResourceView;
  file: Import;
  onChange(file: Import): void;
}

/** An import from its columns to its result. */
export function ImportView({ view, file, onChange }: ImportViewProps) {
  const context = useFormatContext();
  const { translate } = context;
  const [chosen, setChosen] = useState<'columns' | 'check'>(isUploaded(useLocation().state) ? 'columns' : 'check');
  const queryClient = useQueryClient();
  const step = stepOf(file, chosen);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    // A step is a page of its own for whoever hears it.
    if (shown.current !== step) heading.current?.focus({ preventScroll: true });
    shown.current = step;
  }, [step]);
  const { status } = file;
  useEffect(() => {
    if (status === 'done' || status === 'undone')
      void queryClient.invalidateQueries({ queryKey: [view.resource.name] });
  }, [status, queryClient, view.resource.name]);
  const lines = readingLines(file.reading, {
    translate,
    subject: 'importing',
    labelOf: (source) => labelIn(view.resource, source, context),
  });
  return (
    <>
      <ImportSteps step={step} isDone={step === 'result' && !isRunning(file)} />
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography
          ref={heading}
          component="h2"
          variant="h6"
          tabIndex={-1}
          sx={{ outline: 'none', minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {file.file_name}
        </Typography>
        {file.status === 'ready' && <DiscardImport view={view} file={file} />}
      </Stack>
      {step !== 'result' && <ReadingNotice lines={lines} />}
      {isRunning(file) ? (
        <RunningImport file={file} />
      ) : step === 'columns' ? (
        <ColumnMapping
          view={view}
          file={file}
          onDone={(changed) => {
            onChange(changed);
            setChosen('check');
          }}
        />
      ) : step === 'check' ? (
        <CheckedImport view={view} file={file} onChange={onChange} onBack={() => setChosen('columns')} />
      ) : (
        <EndedImport view={view} file={file} onChange={onChange} />
      )}
    </>
  );
}

function stepOf({ status }: Import, chosen: 'columns' | 'check'): ImportStep {
  if (status === 'ready') return chosen;
  return status === 'checking' || status === 'uploading' ? 'check' : 'result';
}

/** Progress of what the server does. */
function RunningImport({ file: { status, counts } }: { file: Import }) {
  const { translate } = useFormatContext();
  const { checked, total, created, updated, same, refused, problems, undone, kept } = counts;
  const [done, all] = {
    checking: [checked, total],
    applying: [created + updated + same + refused, total - problems],
    reverting: [undone + kept, created + updated + undone + kept],
    undoing: [undone + kept, created + updated + undone + kept],
  }[status === 'applying' || status === 'reverting' || status === 'undoing' ? status : 'checking'];
  const label = translate(`importing.running.${status}`);
  const text = translate('importing.rows_done', { done: formatCount(done ?? 0), total: formatCount(all ?? 0) });
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Stack sx={{ gap: 1 }}>
        <Typography sx={{ fontWeight: 600 }} role="status">
          {label}
        </Typography>
        <LabelledProgress label={label} done={done ?? 0} total={all ?? null} text={text} />
        <Typography variant="body2" color="text.secondary">
          {translate('importing.may_leave')}
        </Typography>
      </Stack>
    </Paper>
  );
}

/** Deletes an import that has written nothing, after a question. */
function DiscardImport({ view, file }: { view: ResourceView; file: Import }) {
  const { translate } = useFormatContext();
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error } = useMutationWithToast({
    mutationFn: () => api(removeImport, { params: { id: file.id }, isLong: true }),
    onError() {},
    onSuccess() {
      queryClient.removeQueries({ queryKey: [...IMPORTS_KEY, 'one', file.id] });
      void queryClient.invalidateQueries({ queryKey: [...IMPORTS_KEY, 'own'] });
      void navigate(importPath(view.basePath));
    },
  });
  return (
    <>
      <Button color="inherit" size="small" onClick={() => setIsOpen(true)}>
        {translate('importing.discard')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          needsServer
          isDangerous
          isBusy={isPending}
          failure={error}
          title={translate('importing.discard')}
          text={translate('importing.discard_text', { name: file.file_name })}
          confirm={translate('importing.discard')}
          onConfirm={mutate}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
