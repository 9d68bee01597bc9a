import AddIcon from '@mui/icons-material/Add';
import ErrorOutlinedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WarningAmberIcon from '@mui/icons-material/WarningAmberOutlined';
import { Box, Button, Link as MuiLink, Paper, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { declarationList, declarationShow } from '#shared/contract/declarations.ts';
import { nameSchema } from '@merchant-console/declaration';
import { Link, LoadFailure, PageSkeleton } from '@merchant-console/ra-declared/internal';
import { useApi } from '#console/api/createApi.ts';
import { DeclarationEditor } from './DeclarationEditor.tsx';

const KEY = ['declarations'] as const;

function useDeclarations() {
  const api = useApi();
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => api(declarationList, { signal }) });
}

/** The files that can be edited, and a form for the name of a new one. */
export function DeclarationFiles({ address }: { address: string }) {
  const translate = useTranslate();
  const { data, error, refetch } = useDeclarations();
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return null;
  return (
    <Paper component="section" variant="outlined" aria-label={translate('declarationFiles.title')} sx={{ p: 2 }}>
      <Typography component="h2" variant="h6">
        {translate('declarationFiles.title')}
      </Typography>
      <Typography color="text.secondary">{translate('declarationFiles.about')}</Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, my: 1.5, p: 0, columnWidth: 240 }}>
        {data.declarations.map(({ name, errors, warnings }) => (
          <Stack component="li" key={name} direction="row" sx={{ gap: 0.5, alignItems: 'center', py: 0.5 }}>
            <MuiLink
              component={Link}
              to={`${address}?file=${name}`}
              sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
            >
              {name}.json
            </MuiLink>
            {errors > 0 && (
              <ErrorOutlinedIcon
                fontSize="small"
                color="error"
                titleAccess={translate('configurationProblems.error')}
              />
            )}
            {errors === 0 && warnings > 0 && (
              <WarningAmberIcon
                fontSize="small"
                color="warning"
                titleAccess={translate('configurationProblems.warning')}
              />
            )}
          </Stack>
        ))}
      </Box>
      <NewResource address={address} taken={data.declarations.map(({ name }) => name)} />
    </Paper>
  );
}

function NewResource({ address, taken }: { address: string; taken: readonly string[] }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [isSent, setSent] = useState(false);
  const problem = nameSchema.safeParse(name).success
    ? taken.includes(name)
      ? 'declarationFiles.taken'
      : null
    : 'declarationFiles.invalid_name';
  return (
    <Stack
      component="form"
      direction="row"
      sx={{ gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
        if (problem === null) void navigate(`${address}?file=${name}`);
      }}
    >
      <TextField
        size="small"
        label={translate('declarationFiles.new_name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={isSent && problem !== null}
        helperText={isSent && problem !== null ? translate(problem) : undefined}
      />
      <Button type="submit" startIcon={<AddIcon />}>
        {translate('declarationFiles.new')}
      </Button>
    </Stack>
  );
}

interface EditedDeclarationProps {
  name: string;
  address: string;
  title: string;
}

/** Edits a file, or a new one if there is none with this name. */
export function EditedDeclaration({ name, address, title }: EditedDeclarationProps) {
  const api = useApi();
  const all = useDeclarations();
  const isNew = all.data?.declarations.some((one) => one.name === name) === false;
  const one = useQuery({
    queryKey: [...KEY, name],
    queryFn: ({ signal }) => api(declarationShow, { params: { name }, signal }),
    enabled: all.data !== undefined && !isNew,
    // What the user types is based on it.
    staleTime: Infinity,
    refetchOnMount: 'always',
  });
  const error = all.error ?? one.error;
  if (error) return <LoadFailure error={error} onRetry={() => void Promise.all([all.refetch(), one.refetch()])} />;
  const stored = isNew
    ? { name, text: beginning(name), revision: null }
    : one.isFetchedAfterMount
      ? one.data
      : undefined;
  if (!all.data || !stored) return <PageSkeleton title={title} />;
  return <DeclarationEditor key={name} {...{ stored, address, title }} isWritable={all.data.is_writable} />;
}

/** A new file that is valid. */
const beginning = (name: string) =>
  `${JSON.stringify(
    { version: 1, name, storage: 'table', fields: [{ source: 'name', type: 'text', required: true, search: true }] },
    null,
    2,
  )}\n`;
