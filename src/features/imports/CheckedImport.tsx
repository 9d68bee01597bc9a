import {
  Alert,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Paper,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { applyImport, type Import, IMPORT_MODES, restOfImport } from '#shared/contract/imports.ts';
import { formatCount } from '@merchant-console/declaration';
import { type ResourceView, useFormatContext } from '@merchant-console/ra-declared';
import { FailureAlert, useMutationWithToast, useSending } from '@merchant-console/ra-declared/internal';
import { useApi } from '#console/api/createApi.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { FileLinks } from '#console/ui/upload/UploadZone.tsx';
import { ImportFigures } from './ImportFigures.tsx';
import { ImportRows } from './ImportRows.tsx';

interface CheckedImportProps {
  view: ResourceView;
  file: Import;
  onChange(file: Import): void;
  /** Leads to the columns. */
  onBack(): void;
}

type Mode = (typeof IMPORT_MODES)[number];

/** What the check has found, row by row, and the start of the import. */
export function CheckedImport({ view, file, onChange, onBack }: CheckedImportProps) {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { id, counts } = file;
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      {file.mode === 'all' && counts.problems > 0 && (
        <Alert severity="warning">{translate('importing.reverted')}</Alert>
      )}
      <ImportFigures figures={['create', 'update', 'same', 'problems']} counts={counts} />
      <StartImport file={file} onChange={onChange} onBack={onBack} />
      <ImportRows view={view} file={file} onChange={onChange}>
        {counts.problems > 0 && (
          <FileLinks
            label={translate('importing.problem_file')}
            fetchFile={(format) => dataProvider.fetchFile(restOfImport, { params: { id }, query: { format } })}
          />
        )}
      </ImportRows>
    </Stack>
  );
}

/** The choice between all rows and those without problems, and the button that imports them. */
function StartImport({ file, onChange, onBack }: Omit<CheckedImportProps, 'view'>) {
  const { translate } = useFormatContext();
  const api = useApi();
  const sending = useSending();
  const labelId = useId();
  const { id, counts } = file;
  const written = counts.create + counts.update;
  const mayAll = counts.problems === 0;
  const [chosen, setChosen] = useState<Mode>('all');
  const mode = mayAll ? chosen : 'valid';
  const { mutate, isPending, error } = useMutationWithToast({
    mutationFn: () => api(applyImport, { params: { id }, body: { mode } }),
    onError() {},
    onSuccess: onChange,
  });
  const count = { smart_count: written, count: formatCount(written) };
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
        {written === 0 ? (
          <Typography variant="body2">{translate(mayAll ? 'importing.nothing' : 'importing.none_yet')}</Typography>
        ) : (
          <FormControl disabled={isPending}>
            <FormLabel id={labelId}>{translate('importing.mode')}</FormLabel>
            <RadioGroup
              aria-labelledby={labelId}
              value={mode}
              onChange={(_event, value) => setChosen(value === 'all' ? 'all' : 'valid')}
            >
              {IMPORT_MODES.map((one) => (
                <FormControlLabel
                  key={one}
                  value={one}
                  disabled={one === 'all' && !mayAll}
                  control={<Radio size="small" />}
                  label={translate(`importing.modes.${one}`)}
                />
              ))}
            </RadioGroup>
            {!mayAll && (
              <Typography variant="caption" color="text.secondary">
                {translate('importing.correct_first')}
              </Typography>
            )}
          </FormControl>
        )}
        <FailureAlert error={error} />
        {sending.reason}
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button
            variant="contained"
            loading={isPending}
            disabled={written === 0}
            {...sending.button}
            onClick={() => !sending.isBlocked && mutate()}
          >
            {written === 0 ? translate('list.import') : translate('importing.start', count)}
          </Button>
          <Button color="inherit" disabled={isPending} onClick={onBack}>
            {translate('importing.back')}
          </Button>
        </Stack>
      </Stack>
    </Paper>
  );
}
