import ErrorOutlineIcon from '@mui/icons-material/ErrorOutline';
import ErrorOutlinedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WarningAmberIcon from '@mui/icons-material/WarningAmberOutlined';
import { Box, Link, Paper, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ResourceProblem } from '#shared/contract/resourceProblems.ts';
import { problemText } from '@merchant-console/declaration/check';
import {
  InvalidDeclarationError,
  UnknownDeclarationError,
  useFormatContext,
  useResourcePlace,
} from '@merchant-console/ra-declared';
import { errorText, Notice } from '@merchant-console/ra-declared/internal';

/**
 * The page of a resource whose declaration is missing, invalid or can't be loaded. Problems of the file are only shown
 * to users who have the page of configuration problems.
 */
export function DeclarationProblem({ name, error, onRetry }: { name: string; error: Error; onRetry(): void }) {
  const { translate } = useFormatContext();
  const mayMend = useResourcePlace('configurationProblems') !== null;
  const problems = mayMend && error instanceof InvalidDeclarationError && error.problems;
  const text = () => {
    if (error instanceof UnknownDeclarationError) return translate('pageProblem.text', { component: name });
    if (problems) return translate('pageProblem.invalid', { file: `resources/${name}.json` });
    return error instanceof InvalidDeclarationError ? translate('pageProblem.broken') : errorText(error, translate);
  };
  const retry = { label: translate('list.retry'), onClick: onRetry };
  return (
    <Notice
      isPage
      role="alert"
      icon={<ErrorOutlineIcon />}
      title={translate('pageProblem.title')}
      text={text()}
      {...(!(error instanceof UnknownDeclarationError) && { action: retry })}
    >
      {problems && (
        <Paper
          component="ul"
          variant="outlined"
          sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, width: '100%', maxWidth: 640, textAlign: 'start' }}
        >
          {problems.map((problem, index) => (
            <ProblemLine key={index} problem={{ ...problem, text: problemText(problem, translate) }} />
          ))}
        </Paper>
      )}
    </Notice>
  );
}

interface ProblemLineProps {
  problem: Omit<ResourceProblem, 'file'>;
  /** Named if it isn't the file that the list is about. */
  file?: string;
  /** Goes to the place in the file, if it is open. */
  onGo?: () => void;
}

/** A problem of a file, with its position. */
export function ProblemLine({ problem, file, onGo }: ProblemLineProps) {
  const { id, severity, line, column, pointer, text } = problem;
  const translate = useTranslate();
  const Icon = severity === 'error' ? ErrorOutlinedIcon : WarningAmberIcon;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1.5, px: 2, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Icon
        fontSize="small"
        color={severity}
        titleAccess={translate(`configurationProblems.${severity}`)}
        sx={{ mt: 0.25, flex: 'none' }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
        <Typography
          variant="caption"
          color="text.secondary"
          sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', display: 'block', mt: 0.25 }}
        >
          {file !== undefined && `${file} · `}
          {onGo ? (
            <Link component="button" type="button" variant="caption" onClick={onGo} sx={{ fontFamily: 'inherit' }}>
              {translate('declarationFiles.go_to', { line, column })}
            </Link>
          ) : (
            translate('configurationProblems.place', { line, column })
          )}
          {' · '}
          {id}
          {pointer === '' ? '' : ` · ${pointer}`}
        </Typography>
      </Box>
    </Box>
  );
}
