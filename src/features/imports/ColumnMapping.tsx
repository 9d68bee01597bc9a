import { Alert, Box, Paper, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { SelectInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { type Import, importRows, mapColumns } from '#shared/contract/imports.ts';
import { fieldLabel } from '@merchant-console/declaration';
import { type ResourceView, useFormatContext } from '@merchant-console/ra-declared';
import { CallFailure, CallForm, FormButtons } from '@merchant-console/ra-declared/internal';
import { useApi } from '#console/api/createApi.ts';
import { gridStyles } from '#console/ui/grid/gridStyles.ts';
import { labelIn, missingFields } from './importedFields.ts';
import { IMPORTS_KEY } from './useImport.ts';

interface ColumnMappingProps {
  view: ResourceView;
  file: Import;
  onDone(file: Import): void;
}

/** Input of the column at a place in the file. */
const sourceOf = (at: number) => `column${at}`;

/** Lets the user choose which field each column fills. */
export function ColumnMapping({ view, file, onDone }: ColumnMappingProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const { id, columns } = file;
  const chosenBefore = columns.map(({ source }) => source ?? '');
  async function send(values: Record<string, string>): Promise<void> {
    const chosen = columns.map((_column, at) => values[sourceOf(at)] ?? '');
    const isSame = chosen.every((source, at) => source === chosenBefore[at]);
    if (isSame) return onDone(file);
    const sources = chosen.map((source) => (source === '' ? null : source));
    onDone(await api(mapColumns, { params: { id }, body: { sources }, isLong: true }));
  }
  return (
    <CallForm
      defaultValues={Object.fromEntries(chosenBefore.map((source, at) => [sourceOf(at), source]))}
      call={send}
      sx={{ display: 'grid', gap: 2, minWidth: 0 }}
    >
      <Paper variant="outlined" sx={{ minWidth: 0, maxWidth: 960 }}>
        <ColumnTable view={view} file={file} />
      </Paper>
      <MappingNotes view={view} file={file} />
      <CallFailure />
      <FormButtons submit={translate('importing.check')} />
    </CallForm>
  );
}

/** Texts of a column that tell what it contains. */
const SAMPLES = 3;

function ColumnTable({ view, file }: Pick<ColumnMappingProps, 'view' | 'file'>) {
  const context = useFormatContext();
  const { translate } = context;
  const { setValue, getValues } = useFormContext<Record<string, string>>();
  const api = useApi();
  const { id, columns } = file;
  const { data } = useQuery({
    queryKey: [...IMPORTS_KEY, 'samples', id],
    queryFn: ({ signal }) => api(importRows, { params: { id }, signal }),
  });
  const samples = (at: number) =>
    [...new Set(data?.items.map(({ cells }) => cells[at]?.trim() ?? '').filter((text) => text !== ''))].slice(
      0,
      SAMPLES,
    );
  const fields = view.resource.fields.filter(({ source }) => file.fields.includes(source));
  const choices = [
    { id: '', name: translate('importing.not_imported') },
    ...fields.map((field) => ({ id: field.source, name: fieldLabel(field, context) })),
  ];
  /** A field is filled by one column, so that the other one no longer fills it. */
  const release = (source: string, at: number) => {
    for (const other of columns.keys()) {
      if (other !== at && source !== '' && getValues(sourceOf(other)) === source) setValue(sourceOf(other), '');
    }
  };
  return (
    <Box component="table" sx={[gridStyles, mappingStyles]} aria-label={translate('importing.columns')}>
      <thead>
        <tr>
          <th scope="col">{translate('importing.column')}</th>
          <th scope="col">{translate('importing.samples')}</th>
          <th scope="col">{translate('importing.field')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ heading }, at) => (
          <tr key={sourceOf(at)}>
            <th scope="row" data-label={translate('importing.column')}>
              {heading || translate('importing.no_heading', { number: at + 1 })}
            </th>
            <td data-label={translate('importing.samples')}>
              {samples(at).map((text) => (
                <Typography key={text} component="div" variant="body2" color="text.secondary" noWrap>
                  {text}
                </Typography>
              ))}
            </td>
            <td data-label={translate('importing.field')}>
              <SelectInput
                source={sourceOf(at)}
                choices={choices}
                translateChoice={false}
                label={false}
                isRequired
                onChange={(event: unknown) => release(chosenIn(event), at)}
                helperText={false}
                margin="none"
                size="small"
                fullWidth
                slotProps={{
                  select: {
                    displayEmpty: true,
                    SelectDisplayProps: { 'aria-label': translate('importing.fills', { column: heading }) },
                  },
                }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** Value of a change of react-admin's input. */
function chosenIn(event: unknown): string {
  if (typeof event === 'string') return event;
  const target = typeof event === 'object' && event !== null && 'target' in event ? event.target : null;
  return typeof target === 'object' && target !== null && 'value' in target ? String(target.value) : '';
}

/** How rows find their records, and what new records lack. */
function MappingNotes({ view, file }: Pick<ColumnMappingProps, 'view' | 'file'>) {
  const context = useFormatContext();
  const { translate } = context;
  const values = useWatch<Record<string, string>>();
  const chosen = file.columns.map((_column, at) => values[sourceOf(at)] ?? '');
  const listed = (sources: readonly string[]) =>
    sources.map((source) => labelIn(view.resource, source, context)).join(translate('list.comma'));
  const isKeyed = file.key.length > 0 && file.key.every((source) => chosen.includes(source));
  const missing = missingFields(view.resource, file, chosen).map(({ source }) => source);
  const changes = isKeyed ? 'by_key' : file.key.length > 0 ? 'without_key' : 'only_new';
  return (
    <Stack sx={{ gap: 1, maxWidth: 960 }}>
      <Alert severity="info">{translate(`importing.${changes}`, { fields: listed(file.key) })}</Alert>
      {missing.length > 0 && (
        <Alert severity="warning">{translate('importing.missing', { fields: listed(missing) })}</Alert>
      )}
    </Stack>
  );
}

const mappingStyles = {
  '& td, & th': { verticalAlign: 'middle' },
  '& tbody th': { whiteSpace: 'normal', color: 'text.primary', fontSize: '0.8125rem', overflowWrap: 'anywhere' },
  '& td:nth-of-type(1)': { maxWidth: 320, py: { xs: 0.25, sm: 0.75 } },
  '& td:nth-of-type(2)': { width: { sm: 280 } },
};
