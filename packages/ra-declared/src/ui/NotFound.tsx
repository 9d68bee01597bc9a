import SearchOffOutlinedIcon from '@mui/icons-material/SearchOffOutlined';
import { useFormatContext } from './FormatContext.ts';
import { Notice } from './Notice.tsx';

const TEXTS = {
  page: ['notFound.title', 'notFound.text'],
  record: ['record.not_found_title', 'record.not_found'],
} as const;

interface NotFoundProps {
  /** A record may also belong to another tenant. The server doesn't distinguish the two. */
  what?: keyof typeof TEXTS;
}

/** Page for unknown addresses below a list, and for missing records. */
export function NotFound({ what = 'page' }: NotFoundProps) {
  const { translate } = useFormatContext();
  const [title, text] = TEXTS[what];
  return (
    <Notice isPage role="alert" icon={<SearchOffOutlinedIcon />} title={translate(title)} text={translate(text)} />
  );
}
