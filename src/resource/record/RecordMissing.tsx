import SearchOffOutlinedIcon from '@mui/icons-material/SearchOffOutlined';
import { useFormatContext } from '#console/ui/FormatContext.ts';
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
