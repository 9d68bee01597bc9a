import { Box, Typography } from '@mui/material';
import type { NotifyAttempt } from '#shared/contract/notifyAttempts.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { CopyButton } from '#console/resource/record/CopyButton.tsx';

/** What was sent to a merchant's server, and what it answered. */
export function AttemptDetails({ attempt }: { attempt: NotifyAttempt }) {
  const { translate } = useFormatContext();
  const { url, request_headers, request_body, response } = attempt;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Message
        title={translate('notifyAttempts.request')}
        first={`POST ${url}`}
        headers={request_headers}
        body={request_body}
      />
      {response ? (
        <Message
          title={translate('notifyAttempts.response')}
          first={`HTTP ${response.status}`}
          headers={response.headers}
          body={response.body}
          note={response.is_cut ? translate('notifyAttempts.cut') : null}
        />
      ) : (
        <Typography variant="body2" color="text.secondary">
          {translate(attempt.result === null ? 'notifyAttempts.no_response_yet' : 'notifyAttempts.no_response')}
        </Typography>
      )}
    </Box>
  );
}

interface MessageProps {
  title: string;
  /** Its first line. */
  first: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  note?: string | null;
}

function Message({ title, first, headers, body, note = null }: MessageProps) {
  const { translate } = useFormatContext();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 0.5 }}>
        <Typography component="h4" variant="body2" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        {body !== '' && <CopyButton text={body} label={translate('notifyAttempts.body')} />}
      </Box>
      <Box component="pre" tabIndex={0} aria-label={title} role="region" sx={text}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {[first, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')}
        </Box>
        {`\n\n${readable(body)}`}
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

/** JSON in lines, anything else as it is. What is copied stays as it was sent. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
