import ErrorOutlineIcon from '@mui/icons-material/ErrorOutline';
import { Box } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '../state/errorText.ts';
import { Notice } from '../state/Notice.tsx';
import { InvalidDeclarationError, UnknownDeclarationError } from './DeclarationError.ts';

interface DeclarationProblemProps {
  name: string;
  error: Error;
  onRetry(): void;
}

/** A page whose declaration is missing, wrong or out of reach says so, and what is wrong. */
export function DeclarationProblem({ name, error, onRetry }: DeclarationProblemProps) {
  const { translate } = useFormatContext();
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
  const text = translate('pageProblem.invalid', { file: `resources/${name}.json` });
  return (
    <Notice {...frame} title={translate('pageProblem.title')} text={text} action={retry}>
      <Box component="ul" sx={{ textAlign: 'start', fontFamily: 'monospace', fontSize: '0.8125rem', maxWidth: '100%' }}>
        {error.issues.map(({ place, message }, index) => (
          <li key={index}>{place === '' ? message : `${place}: ${message}`}</li>
        ))}
      </Box>
    </Notice>
  );
}
