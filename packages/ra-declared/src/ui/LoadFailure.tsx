import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import { errorText } from './FailureAlert.tsx';
import { useFormatContext } from './FormatContext.ts';
import { Notice } from './Notice.tsx';

interface LoadFailureProps {
  error: Error;
  /** Translation key of what is missing. */
  title?: string;
  /** True if the title is also the page's heading. */
  isPage?: boolean;
  /** True in panels and cards, which have no room for an icon. */
  isSmall?: boolean;
  onRetry(): unknown;
}

/** Shown in place of content that couldn't be loaded, with the reason and a button to try again. */
export function LoadFailure({ error, title = 'list.load_error_title', isSmall, onRetry, ...rest }: LoadFailureProps) {
  const { translate } = useFormatContext();
  return (
    <Notice
      {...rest}
      role="alert"
      icon={isSmall ? null : <CloudOffOutlinedIcon />}
      title={translate(title)}
      text={errorText(error, translate)}
      action={{ label: translate('list.retry'), onClick: () => void onRetry() }}
    />
  );
}
