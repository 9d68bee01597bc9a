import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import { Alert, Button } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { Notice } from '#console/ui/Notice.tsx';

/** Shown if the rows couldn't be loaded. */
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

/** Shown if loaded rows couldn't be refetched and may be stale. */
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
