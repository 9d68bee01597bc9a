import SearchOffOutlinedIcon from '@mui/icons-material/SearchOffOutlined';
import { useFormatContext } from './FormatContext.ts';
import { Notice } from './Notice.tsx';

/** An address below a list that leads nowhere. */
export function NotFound() {
  const { translate } = useFormatContext();
  const words = { title: translate('notFound.title'), text: translate('notFound.text') };
  return <Notice isPage role="alert" icon={<SearchOffOutlinedIcon />} {...words} />;
}
