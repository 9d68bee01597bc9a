import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import SearchOffOutlinedIcon from '@mui/icons-material/SearchOffOutlined';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { Notice } from '#console/ui/Notice.tsx';

/** There is no such record, or it is someone else's: the server makes no difference. */
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

/** The record could not be had. */
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
