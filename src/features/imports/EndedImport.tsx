import { Alert, Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { type Import, restOfImport, undoImport } from '#shared/contract/imports.ts';
import { formatCount } from '@merchant-console/declaration';
import { type ResourceView, useFormatContext } from '@merchant-console/ra-declared';
import {
  ConfirmDialog,
  formatInstant,
  importPath,
  Link,
  useMutationWithToast,
} from '@merchant-console/ra-declared/internal';
import { useApi } from '#console/api/createApi.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { FileLinks } from '#console/ui/upload/UploadZone.tsx';
import { ImportFigures } from './ImportFigures.tsx';
import { ImportRows } from './ImportRows.tsx';

interface EndedImportProps {
  view: ResourceView;
  file: Import;
  onChange(file: Import): void;
}

/** What an import has done, with the rows that it hasn't written. */
export function EndedImport({ view, file, onChange }: EndedImportProps) {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { id, status, counts } = file;
  const isUndone = status === 'undone';
  const left = isUndone ? counts.kept : counts.problems + counts.refused;
  const figures = isUndone
    ? (['undone', 'kept'] as const)
    : (['created', 'updated', 'same', 'problems', 'refused'] as const);
  const told = isUndone ? 'undone' : 'done';
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <Alert severity={left > 0 ? 'warning' : 'success'} role="status">
        {translate(left > 0 ? `importing.results.${told}_partly` : `importing.results.${told}`)}
      </Alert>
      <ImportFigures figures={figures} counts={counts} />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button component={Link} to={view.basePath} variant="contained">
          {translate('importing.show_records')}
        </Button>
        <Button component={Link} to={importPath(view.basePath)} color="inherit">
          {translate('importing.another')}
        </Button>
        {file.may_undo && <UndoImport file={file} onChange={onChange} />}
      </Stack>
      <ImportRows view={view} file={file} onChange={onChange}>
        {left > 0 && (
          <FileLinks
            label={translate('importing.rest_file')}
            fetchFile={(format) => dataProvider.fetchFile(restOfImport, { params: { id }, query: { format } })}
          />
        )}
      </ImportRows>
    </Stack>
  );
}

/** Takes back what an import has written, after a question. */
function UndoImport({ file, onChange }: Omit<EndedImportProps, 'view'>) {
  const context = useFormatContext();
  const { translate } = context;
  const api = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error } = useMutationWithToast({
    mutationFn: () => api(undoImport, { params: { id: file.id } }),
    onError() {},
    onSuccess: onChange,
  });
  const { created, updated } = file.counts;
  return (
    <>
      <Button color="inherit" onClick={() => setIsOpen(true)}>
        {translate('importing.undo')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          needsServer
          isDangerous
          isBusy={isPending}
          failure={error}
          title={translate('importing.undo')}
          text={translate('importing.undo_text', {
            created: formatCount(created),
            updated: formatCount(updated),
            time: formatInstant(file.expires_at, context),
          })}
          confirm={translate('importing.undo')}
          onConfirm={mutate}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
