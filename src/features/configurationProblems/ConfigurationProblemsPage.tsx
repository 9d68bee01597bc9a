import CheckCircleOutlinedIcon from '@mui/icons-material/CheckCircleOutlined';
import { Alert, Box, Skeleton, Stack, Typography, Paper } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { resourceProblems } from '#shared/contract/calls.ts';
import type { ResourceProblem } from '#shared/contract/resourceProblems.ts';
import { useApi } from '#console/api/createApi.ts';
import { useResourcePlace } from '@merchant-console/ra-declared';
import { lazy, LoadFailure, Notice, PageSkeleton } from '@merchant-console/ra-declared/internal';
import { ProblemLine } from './DeclarationProblem.tsx';

/** Polling interval in milliseconds, so that a user who fixes a file sees it disappear from the list. */
const ASK_EVERY_MS = 3_000;

const DeclarationFiles = lazy(async () => (await import('./declarations/DeclarationFiles.tsx')).DeclarationFiles);

const EditedDeclaration = lazy<{ name: string; address: string; title: string }>(
  async () => (await import('./declarations/DeclarationFiles.tsx')).EditedDeclaration,
  ({ title }) => <PageSkeleton title={title} />,
);

/**
 * Problems in the folder of declarations and, for users who may edit them, its files; or one of them, if the address names it.
 */
export function ConfigurationProblemsPage({ address, title }: { address: string; title: string }) {
  const mayEdit = useResourcePlace('configurationProblems')?.permissions.includes('declarations.edit') === true;
  const file = new URLSearchParams(useLocation().search).get('file');
  if (mayEdit && file !== null) return <EditedDeclaration name={file} address={address} title={title} />;
  return (
    <Stack sx={{ gap: 2.5, maxWidth: 960 }}>
      <Problems />
      {mayEdit && <DeclarationFiles address={address} />}
    </Stack>
  );
}

function Problems() {
  const api = useApi();
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['resourceProblems'],
    queryFn: ({ signal }) => api(resourceProblems, { signal }),
    refetchInterval: ASK_EVERY_MS,
    retry: false,
  });
  return (
    <>
      <Box>
        <Typography component="h1" variant="h5">
          {translate('menu.configurationProblems')}
        </Typography>
        <Typography color="text.secondary" sx={{ mt: 0.5 }}>
          {translate('configurationProblems.about')}
        </Typography>
      </Box>
      {error && !data && <LoadFailure error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton variant="rounded" height={160} aria-busy="true" />}
      {data && data.outdated.length > 0 && (
        <Alert severity="warning">
          {translate('configurationProblems.outdated', { names: data.outdated.join(', ') })}
        </Alert>
      )}
      <Box aria-live="polite" sx={{ display: 'grid', gap: 2 }}>
        {data?.problems.length === 0 && (
          <Notice
            icon={<CheckCircleOutlinedIcon />}
            title={translate('configurationProblems.none_title')}
            text={translate('configurationProblems.none')}
          />
        )}
        {byFile(data?.problems ?? []).map(([file, problems]) => (
          <FileProblems key={file} file={file} problems={problems} />
        ))}
      </Box>
    </>
  );
}

/** Problems by file, sorted by line. Files with errors come first. */
function byFile(problems: readonly ResourceProblem[]): [file: string, problems: ResourceProblem[]][] {
  const files = [...new Set(problems.map(({ file }) => file))].toSorted();
  const inOrder = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const groups = files.map((file): [string, ResourceProblem[]] => [file, inOrder.filter((one) => one.file === file)]);
  const hasError = ([, found]: (typeof groups)[number]) => found.some(({ severity }) => severity === 'error');
  return [...groups.filter(hasError), ...groups.filter((group) => !hasError(group))];
}

/** All problems of one file. */
function FileProblems({ file, problems }: { file: string; problems: readonly ResourceProblem[] }) {
  const translate = useTranslate();
  return (
    <Paper component="section" variant="outlined" aria-label={file}>
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          alignItems: 'baseline',
          px: 2,
          py: 1.25,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography component="h2" variant="subtitle2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          resources/{file}
        </Typography>
        <Typography variant="caption" color="text.secondary" sx={{ ml: 'auto', whiteSpace: 'nowrap' }}>
          {translate('configurationProblems.count', { smart_count: problems.length })}
        </Typography>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {problems.map((problem) => (
          <ProblemLine key={`${problem.id} ${problem.pointer} ${problem.line}:${problem.column}`} problem={problem} />
        ))}
      </Box>
    </Paper>
  );
}
