import SearchOffOutlinedIcon from '@mui/icons-material/SearchOffOutlined';
import { useFormatContext } from './FormatContext.ts';
import { Notice } from './Notice.tsx';

/** Page for unknown addresses below a list. */
export function NotFound() {
  const { translate } = useFormatContext();
  return (
    <Notice
      isPage
      role="alert"
      icon={<SearchOffOutlinedIcon />}
      title={translate('notFound.title')}
      text={translate('notFound.text')}
    />
  );
}
