import { Box, Typography } from '@mui/material';
import type { NotifyAttempt } from '#shared/contract/notifyAttempts.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { HttpMessage } from './HttpMessage.tsx';

/** The request to a merchant's server and its response. */
export function AttemptDetails({ attempt }: { attempt: NotifyAttempt }) {
  const { translate } = useFormatContext();
  const { url, request_headers, request_body, response } = attempt;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <HttpMessage
        title={translate('notifyAttempts.request')}
        heading="h4"
        first={`POST ${url}`}
        headers={request_headers}
        body={request_body}
      />
      {response ? (
        <HttpMessage
          title={translate('notifyAttempts.response')}
          heading="h4"
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
