import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import SearchOffOutlinedIcon from '@mui/icons-material/SearchOffOutlined';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { Notice } from '#console/ui/Notice.tsx';

/** Shown if there is no such record, or it belongs to another tenant. The server doesn't distinguish the two. */
export function RecordMissing() {
  const { translate } = useFormatContext();
  return (
    <Notice
      isPage
      role="alert"
      icon={<SearchOffOutlinedIcon />}
      title={translate('record.not_found_title')}
      text={translate('record.not_found')}
    />
  );
}

/** Shown if the record couldn't be loaded. */
export function RecordError({ error, onRetry }: { error: Error; onRetry(): void }) {
  const { translate } = useFormatContext();
  return (
    <Notice
      isPage
      role="alert"
      icon={<CloudOffOutlinedIcon />}
      title={translate('record.load_error_title')}
      text={errorText(error, translate)}
      action={{ label: translate('list.retry'), onClick: onRetry }}
    />
  );
}
