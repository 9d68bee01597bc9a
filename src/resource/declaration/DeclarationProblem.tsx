import ErrorOutlineIcon from '@mui/icons-material/ErrorOutline';
import { Paper } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { problemText } from '#shared/declaration/check/problemText.ts';
import { useResourcePlace } from '../resourcePlaces.ts';
import { errorText } from '#console/ui/errorText.ts';
import { Notice } from '#console/ui/Notice.tsx';
import { InvalidDeclarationError, UnknownDeclarationError } from './DeclarationError.ts';
import { ProblemLine } from './ProblemLine.tsx';

interface DeclarationProblemProps {
  name: string;
  error: Error;
  onRetry(): void;
}

/**
 * The page of a resource whose declaration is missing, invalid or can't be loaded. What is wrong with the file is shown to
 * users who have the page of configuration problems.
 */
export function DeclarationProblem({ name, error, onRetry }: DeclarationProblemProps) {
  const { translate } = useFormatContext();
  const mayMend = useResourcePlace('configurationProblems') !== null;
  const retry = { label: translate('list.retry'), onClick: onRetry };
  const frame = { isPage: true, role: 'alert', icon: <ErrorOutlineIcon /> } as const;
  if (error instanceof UnknownDeclarationError) {
    const text = translate('pageProblem.text', { component: name });
    return <Notice {...frame} title={translate('pageProblem.title')} text={text} />;
  }
  if (!(error instanceof InvalidDeclarationError)) {
    return (
      <Notice {...frame} title={translate('pageProblem.title')} text={errorText(error, translate)} action={retry} />
    );
  }
  if (!mayMend) {
    return (
      <Notice {...frame} title={translate('pageProblem.title')} text={translate('pageProblem.broken')} action={retry} />
    );
  }
  const text = translate('pageProblem.invalid', { file: `resources/${name}.json` });
  return (
    <Notice {...frame} title={translate('pageProblem.title')} text={text} action={retry}>
      <Paper
        component="ul"
        variant="outlined"
        sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, width: '100%', maxWidth: 640, textAlign: 'start' }}
      >
        {error.problems.map((problem, index) => (
          <ProblemLine key={index} problem={{ ...problem, text: problemText(problem, translate) }} />
        ))}
      </Paper>
    </Notice>
  );
}
