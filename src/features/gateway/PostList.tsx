import { Box, Button, ButtonBase, CircularProgress, Collapse, Typography } from '@mui/material';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutline';
import ErrorIcon from '@mui/icons-material/ErrorOutline';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import HelpIcon from '@mui/icons-material/HelpOutline';
import ReplayIcon from '@mui/icons-material/Replay';
import { useId, useState } from 'react';
import { outcomeOf } from '@merchant-console/ra-provider';
import {
  NOTIFY_ACKNOWLEDGED,
  type NotifyAttempt,
  type NotifyResult,
  type Posts,
  type resendOrderNotification,
} from '#shared/contract/notifyAttempts.ts';
import { useApi } from '#console/api/createApi.ts';
import { type FormatContext, useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import {
  formatInstant,
  useFailureToast,
  useIdempotencyKey,
  useMutationWithToast,
  useSending,
} from '@merchant-console/ra-declared/internal';
import { HttpMessage } from './HttpMessage.tsx';

interface PostListProps {
  /** What the notification is about, and the call that sends it again. */
  record: { resource: string; id: string; resend: typeof resendOrderNotification };
  /** ID of the delivery to a webhook endpoint, or of the record. */
  delivery: string;
  title: string;
  /** The endpoint's address. The record's page names its `notify_url` itself. */
  url?: string;
  /** True if the endpoint is disabled or deleted. */
  isOff?: boolean;
  posts: Posts;
  /** Fetches the attempts again. */
  refetch(): Promise<unknown>;
}

/** The attempts to deliver one result or event, and a button that makes another. */
export function PostList({ record, delivery, title, url, isOff = false, posts, refetch }: PostListProps) {
  const { translate } = useFormatContext();
  const titleId = useId();
  const { resend, sent } = useResend({ record, delivery, posts, refetch });
  const mayResend = useMayResend(record.resource);
  const sending = useSending();
  return (
    <Box role="group" aria-labelledby={titleId} sx={{ mt: 2 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        <Box sx={{ minWidth: 0, mb: 0.5 }}>
          <Typography id={titleId} component="h3" variant="body2" sx={{ fontWeight: 600 }}>
            {title}
          </Typography>
          {url !== undefined && (
            <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
              {url}
            </Typography>
          )}
          <Typography role="status" variant="body2" color="text.secondary">
            <Status posts={posts} sent={sent} />
          </Typography>
          {isOff && (
            <Typography variant="body2" color="text.secondary">
              {translate('notifyAttempts.off')}
            </Typography>
          )}
          {mayResend && !isOff && sending.reason}
        </Box>
        {mayResend && !isOff && (
          <Button
            size="small"
            startIcon={<ReplayIcon />}
            aria-describedby={titleId}
            loading={resend.isPending || posts.is_sending}
            loadingPosition="start"
            sx={{ flex: 'none' }}
            {...(sending.isBlocked && sending.button)}
            onClick={() => !sending.isBlocked && resend.mutate()}
          >
            {translate('resources.webhook_notifications.actions.resend')}
          </Button>
        )}
      </Box>
      {posts.attempts.length === 0 && !posts.is_sending && (
        <Typography variant="body2" color="text.secondary">
          {translate(posts.next_at === null ? 'notifyAttempts.expired' : 'notifyAttempts.none')}
        </Typography>
      )}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {posts.attempts.map((attempt) => (
          <AttemptItem key={attempt.number} attempt={attempt} />
        ))}
      </Box>
      {posts.total > posts.attempts.length && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {translate('notifyAttempts.newest', { shown: posts.attempts.length, total: posts.total })}
        </Typography>
      )}
    </Box>
  );
}

/** True if the user may send the notifications of a resource's records again. */
export function useMayResend(resource: string): boolean {
  return useResourcePlace(resource)?.permissions.includes(`${resource}.notify`) ?? false;
}

type Resending = Pick<PostListProps, 'record' | 'delivery' | 'posts' | 'refetch'>;

/** Sends the notification again. `sent` is the attempt that came of it, once it has ended. */
function useResend({ record: { id, resend: call }, delivery, posts, refetch }: Resending) {
  const api = useApi();
  const key = useIdempotencyKey();
  const toast = useFailureToast();
  // Number of attempts when the user asked for another, or null.
  const [before, setBefore] = useState<number | null>(null);
  const resend = useMutationWithToast({
    mutationFn: () => api(call, { params: { id, delivery }, headers: { 'Idempotency-Key': key.current() } }),
    onSuccess: () => {
      key.renew();
      setBefore(posts.total);
      return refetch();
    },
    onError: (error) => {
      key.failed(outcomeOf(error));
      toast(error);
    },
  });
  const sent = posts.attempts.find(
    ({ number, sent_by, result }) => before !== null && number > before && sent_by !== null && result !== null,
  );
  return { resend, sent };
}

/** The result of the attempt that the user asked for, and the next automatic one. */
function Status({ posts: { is_sending, next_at }, sent }: { posts: Posts; sent: NotifyAttempt | undefined }) {
  const context = useFormatContext();
  const { translate } = context;
  if (is_sending) return translate('notifyAttempts.sending');
  return [
    sent && translate('notifyAttempts.sent_again', { result: resultInWords(sent, context) }),
    next_at !== null && translate('notifyAttempts.next', { time: formatInstant(next_at, context) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

const line = {
  width: '100%',
  minHeight: 44,
  py: 0.75,
  px: 0.5,
  gap: 1.25,
  borderRadius: 1,
  justifyContent: 'flex-start',
  alignItems: 'flex-start',
  textAlign: 'start',
  '&:hover': { backgroundColor: 'action.hover' },
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
};

/** One attempt on one line, which expands to its request and response. */
function AttemptItem({ attempt }: { attempt: NotifyAttempt }) {
  const context = useFormatContext();
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        sx={line}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <AttemptIcon result={attempt.result} />
        <Box component="span" sx={{ flex: 1, minWidth: 0, fontSize: '0.875rem', lineHeight: 1.5 }}>
          <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
            {resultInWords(attempt, context)}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {aside(attempt, context)}
          </Box>
        </Box>
        <ExpandMoreIcon
          aria-hidden
          sx={{ color: 'text.secondary', transform: isOpen ? 'rotate(180deg)' : 'none', transition: 'transform 150ms' }}
        />
      </ButtonBase>
      <Collapse in={isOpen} mountOnEnter unmountOnExit>
        <Box id={detailsId} sx={{ pl: { xs: 0.5, sm: 4.25 }, pr: 0.5, pb: 2, pt: 0.5 }}>
          <AttemptDetails attempt={attempt} />
        </Box>
      </Collapse>
    </Box>
  );
}

function resultInWords({ result, response }: NotifyAttempt, { translate }: FormatContext): string {
  const args = { status: response?.status ?? '', word: NOTIFY_ACKNOWLEDGED };
  return translate(`notifyAttempts.results.${result ?? 'sending'}`, args);
}

/** `2026-11-20 12:00:00 · 120 ms · by Ana` */
function aside({ at, duration_ms: ms, sent_by: name }: NotifyAttempt, context: FormatContext): string {
  const { translate } = context;
  return [
    formatInstant(at, context),
    ms !== null && translate('tryIt.took', { ms }),
    name !== null && translate('notifyAttempts.by', { name }),
  ]
    .filter(Boolean)
    .join(' · ');
}

const icon = { fontSize: '1.25rem', mt: '1px', flex: 'none' };

/** The outcome of an attempt by shape and colour. Decorative, because the text next to it says the same. */
function AttemptIcon({ result }: { result: NotifyResult | null }) {
  if (result === null) return <CircularProgress aria-hidden size={18} sx={{ m: '2px', flex: 'none' }} />;
  if (result === 'delivered') return <CheckCircleIcon aria-hidden sx={{ ...icon, color: 'success.main' }} />;
  if (result === 'interrupted') return <HelpIcon aria-hidden sx={{ ...icon, color: 'warning.main' }} />;
  return <ErrorIcon aria-hidden sx={{ ...icon, color: 'error.main' }} />;
}

/** The request to a merchant's server and its response. */
function AttemptDetails({ attempt }: { attempt: NotifyAttempt }) {
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
