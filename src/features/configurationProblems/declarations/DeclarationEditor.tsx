import DownloadOutlinedIcon from '@mui/icons-material/DownloadOutlined';
import { Alert, Box, Button, Paper, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import {
  type CheckedDeclaration,
  type DeclarationData,
  declarationCheck,
  declarationSave,
} from '#shared/contract/declarations.ts';
import { BackLink } from '@merchant-console/ra-declared';
import {
  declarationKey,
  FailureAlert,
  lazy,
  Notice,
  saveFile,
  useSettled,
  useTaskTitle,
  useUnsaved,
} from '@merchant-console/ra-declared/internal';
import { useApi } from '#console/api/createApi.ts';
import { ProblemLine } from '../DeclarationProblem.tsx';
import { DeclarationText, type DeclarationTextHandle } from './DeclarationText.tsx';
import type { ArrangedPage } from './design/arrangement.ts';
import { DesignPanel } from './design/DesignPanel.tsx';
import { fieldsIn, isDashboard } from './design/fieldEdits.ts';
import { SaveDialog } from './SaveDialog.tsx';

const DeclarationPreview = lazy(
  async () => (await import('./preview/DeclarationPreview.tsx')).DeclarationPreview,
  () => <Skeleton variant="rounded" height={320} aria-busy="true" />,
);

/** Pause in typing after which the text is checked, in milliseconds. */
const PAUSE_MS = 500;

interface DeclarationEditorProps {
  stored: DeclarationData;
  isWritable: boolean;
  /** Address and title of the page with all files. */
  address: string;
  title: string;
}

/** Edits the file of a resource as text. The server checks it while the user types, and tells what saving would do. */
export function DeclarationEditor({ stored: opened, isWritable, address, title }: DeclarationEditorProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [base, setBase] = useState(opened);
  const [text, setText] = useState(opened.text);
  const [asked, setAsked] = useState<{ page: ArrangedPage } | null>(null);
  const [agreed, setAgreed] = useState<CheckedDeclaration | null>(null);
  const input = useRef<DeclarationTextHandle>(null);
  const { name } = base;
  const settled = useSettled(text, PAUSE_MS);
  const check = useQuery({
    queryKey: ['declarationCheck', name, settled],
    queryFn: ({ signal }) => api(declarationCheck, { body: { name, text: settled }, signal }),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
  const stored = useMemo(
    () => (base.revision === null ? [] : (fieldsIn(base.text) ?? []).map(({ source }) => source)),
    [base],
  );
  const isChanged = text !== base.text || base.revision === null;
  const isChecked = settled === text && check.data !== undefined && !check.isPlaceholderData;
  useUnsaved(text !== base.text);
  useTaskTitle(name, title);

  const save = async ({ agreed: key }: CheckedDeclaration) => {
    if (key === null) return;
    const body = { text, revision: base.revision, agreed: key };
    const saved = await api(declarationSave, { params: { name }, body, isLong: true });
    setBase(saved);
    setAgreed(null);
    queryClient.setQueryData(['declarations', name], saved);
    await queryClient.invalidateQueries({ queryKey: declarationKey(name) });
    await queryClient.invalidateQueries({ queryKey: ['declarations'], exact: true });
    notify('declarationFiles.saved', { type: 'success' });
    if (base.revision === null) await navigate(`${address}?file=${name}`, { replace: true });
  };

  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <BackLink basePath={address} title={title} />
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h1" variant="h5" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', mr: 'auto' }}>
          {name}.json
        </Typography>
        <Button
          color="inherit"
          startIcon={<DownloadOutlinedIcon />}
          onClick={() => saveFile(new Blob([text], { type: 'application/json' }), `${name}.json`)}
        >
          {translate('declarationFiles.download')}
        </Button>
        <Button color="inherit" disabled={text === base.text} onClick={() => setText(base.text)}>
          {translate('declarationFiles.discard')}
        </Button>
        {isWritable && (
          <Button
            variant="contained"
            disabled={!isChanged || !isChecked || check.data.agreed === null}
            onClick={() => setAgreed(check.data ?? null)}
          >
            {translate('declarationFiles.save')}
          </Button>
        )}
      </Stack>
      {!isWritable && <Alert severity="info">{translate('declarationFiles.read_only')}</Alert>}
      <Box sx={columns}>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <Problems
            check={check.data}
            isChecked={isChecked}
            error={check.error}
            own={`${name}.json`}
            onGo={(place) => input.current?.goTo(place)}
          />
          {!isDashboard(text) && (
            <DesignPanel
              name={name}
              text={text}
              stored={stored}
              onChange={setText}
              onPage={(page) => setAsked({ page })}
            />
          )}
          <DeclarationText
            ref={input}
            label={translate('declarationFiles.text')}
            text={text}
            problems={isChecked ? check.data.problems.filter(({ file }) => file === `${name}.json`) : []}
            onChange={setText}
          />
        </Stack>
        <Box sx={beside}>
          {isDashboard(settled) ? (
            <Notice title={translate('declarationPreview.no_dashboards')} />
          ) : (
            <DeclarationPreview name={name} text={settled} isNew={base.revision === null} asked={asked} />
          )}
        </Box>
      </Box>
      {agreed && (
        <SaveDialog name={name} checked={agreed} onSave={() => save(agreed)} onClose={() => setAgreed(null)} />
      )}
    </Stack>
  );
}

const columns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
};

/** Stays in sight while the page scrolls. */
const beside = {
  minWidth: 0,
  position: { lg: 'sticky' },
  top: { lg: 'calc(var(--sticky-top, 0px) + 16px)' },
  alignSelf: 'start',
  maxHeight: { lg: 'calc(100dvh - var(--sticky-top, 0px) - 32px)' },
  overflow: { lg: 'auto' },
};

interface ProblemsProps {
  check: CheckedDeclaration | undefined;
  isChecked: boolean;
  error: Error | null;
  /** The edited file. Others may have problems because of it. */
  own: string;
  onGo(place: { line: number; column: number }): void;
}

function Problems({ check, isChecked, error, own, onGo }: ProblemsProps) {
  const translate = useTranslate();
  return (
    <Paper component="section" variant="outlined" aria-label={translate('menu.configurationProblems')}>
      <Typography
        component="p"
        role="status"
        variant="subtitle2"
        sx={{ px: 2, py: 1.25 }}
        color={isChecked && check?.problems.length === 0 ? 'success.main' : 'text.secondary'}
      >
        {isChecked && check
          ? check.problems.length === 0
            ? translate('declarationFiles.valid')
            : translate('configurationProblems.count', { smart_count: check.problems.length })
          : translate('declarationFiles.checking')}
      </Typography>
      <FailureAlert error={error} sx={{ m: 2 }} />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {check?.problems.map((problem) => (
          <ProblemLine
            key={`${problem.file} ${problem.id} ${problem.pointer}`}
            problem={problem}
            {...(problem.file === own ? { onGo: () => onGo(problem) } : { file: problem.file })}
          />
        ))}
      </Box>
    </Paper>
  );
}
