import InboxOutlinedIcon from '@mui/icons-material/InboxOutlined';
import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import SearchOffOutlinedIcon from '@mui/icons-material/SearchOffOutlined';
import { Alert, Button } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '../state/errorText.ts';
import { Notice } from '../state/Notice.tsx';

/** The rows could not be had. */
export function ListError({ error, onRetry }: { error: Error; onRetry(): void }) {
  const { translate } = useFormatContext();
  return (
    <Notice
      role="alert"
      icon={<CloudOffOutlinedIcon />}
      title={translate('list.load_error_title')}
      text={errorText(error, translate)}
      action={{ label: translate('list.retry'), onClick: onRetry }}
    />
  );
}

/** The rows could be had before, but not again: they may have changed since. */
export function StaleRows({ error, onRetry }: { error: Error; onRetry(): void }) {
  const { translate } = useFormatContext();
  const retry = (
    <Button color="inherit" size="small" onClick={onRetry}>
      {translate('list.retry')}
    </Button>
  );
  return (
    <Alert severity="error" action={retry} sx={{ borderRadius: 0 }}>
      {errorText(error, translate)}
    </Alert>
  );
}

/** There are no rows: none at all, or none that the filter lets through. */
export function ListEmpty({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  const { translate } = useFormatContext();
  if (!filtered) {
    return (
      <Notice icon={<InboxOutlinedIcon />} title={translate('list.empty_title')} text={translate('list.empty_hint')} />
    );
  }
  return (
    <Notice
      icon={<SearchOffOutlinedIcon />}
      title={translate('list.no_results_title')}
      text={translate('list.no_results_hint')}
      action={{ label: translate('list.clear_filters'), onClick: onClear }}
    />
  );
}
