import { Box, Typography } from '@mui/material';
import { CopyButton, useFormatContext } from '@merchant-console/ra-declared';

interface MessageProps {
  title: string;
  /** Element of the title, one level below the surrounding heading. */
  heading: 'h3' | 'h4';
  /** Request or status line. Absent if there is only a body. */
  first?: string;
  headers?: readonly (readonly [name: string, value: string])[];
  body: string;
  note?: string | null;
}

const NO_HEADERS: NonNullable<MessageProps['headers']> = [];

/** A request or a response as it was sent. */
export function HttpMessage({ title, heading, first, headers = NO_HEADERS, body, note = null }: MessageProps) {
  const { translate } = useFormatContext();
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const head = (first === undefined ? lines : [first, ...lines]).join('\n');
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 0.5 }}>
        <Typography component={heading} variant="body2" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        {body !== '' && <CopyButton text={body} label={translate('notifyAttempts.body')} />}
      </Box>
      {/* Focusable, so that it can be scrolled with the keyboard. Not a landmark, because a page has several with the same name. */}
      <Box component="pre" tabIndex={0} aria-label={title} role="group" sx={text}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {head}
        </Box>
        {head !== '' && body !== '' && '\n\n'}
        {readable(body)}
      </Box>
      {note !== null && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
          {note}
        </Typography>
      )}
    </Box>
  );
}

const text = {
  m: 0,
  p: 1.5,
  borderRadius: 1,
  maxHeight: 320,
  overflow: 'auto',
  backgroundColor: 'action.hover',
  fontFamily: 'monospace',
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;

/** Formats JSON on several lines, and leaves anything else unchanged. The copy button copies the original. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
