import { Box, Button, Skeleton, Typography, ButtonBase, Collapse, CircularProgress } from '@mui/material';
import { useResourceContext } from 'react-admin';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { useId, useState, useEffect, useRef } from 'react';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutline';
import ErrorIcon from '@mui/icons-material/ErrorOutline';
import HelpIcon from '@mui/icons-material/HelpOutline';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FieldRow } from '#console/resource/record/FieldRow.tsx';
import { useShownRecord } from '#console/resource/record/useShownRecord.ts';
import type { Field } from '@merchant-console/declaration';
import {
  NOTIFY_ACKNOWLEDGED,
  orderNotifyAttempts,
  payoutNotifyAttempts,
  refundNotifyAttempts,
  type NotifyAttempts as Attempts,
  type NotifyAttempt,
  type NotifyResult,
  type EndpointPosts,
  type Posts,
} from '#shared/contract/notifyAttempts.ts';
import { useFormatContext, type FormatContext } from '#console/ui/FormatContext.ts';
import { formatInstant } from '#console/resource/record/formatInstant.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { useApi } from '#console/api/createApi.ts';
import { HttpMessage } from './HttpMessage.tsx';

/** States of a record that has no result yet. */
const WITHOUT_RESULT: readonly unknown[] = ['pending_approval', 'pending', 'processing'];

/** Where the result of an order is sent, whether it has arrived, and all attempts to deliver it. */
export function NotifyAttempts({ fields }: { fields: readonly Field[] }) {
  const record = useShownRecord();
  const resource = useResourceContext() ?? '';
  const hasUrl = record['notify_url'] !== null && record['notify_status'] !== 'none';
  return (
    <>
      <Box component="dl" sx={{ m: 0 }}>
        {fields.map((field) => (
          <FieldRow key={field.source} field={field} record={record} align="left" />
        ))}
      </Box>
      {!WITHOUT_RESULT.includes(record['status']) && (
        <AttemptList resource={resource} id={String(record.id)} hasUrl={hasUrl} />
      )}
    </>
  );
}

/**
 * The attempts to deliver one record's result, newest first, to its `notify_url` and to each webhook endpoint.
 * @param hasUrl true if the record has a `notify_url`
 */
export function AttemptList({ resource, id, hasUrl }: { resource: string; id: string; hasUrl: boolean }) {
  const { translate } = useFormatContext();
  const { data, error, refetch } = useNotifyAttempts(resource, id);
  if (!data && error) {
    return (
      <Box role="alert" sx={{ mt: 1 }}>
        <Typography color="text.secondary">{errorText(error, translate)}</Typography>
        <Button size="small" onClick={() => void refetch()}>
          {translate('list.retry')}
        </Button>
      </Box>
    );
  }
  if (!data) return hasUrl ? <Skeleton height={96} /> : null;
  return (
    <>
      {hasUrl && <PostList title={translate('notifyAttempts.title')} posts={data} />}
      {data.endpoints.map((endpoint) => (
        <PostList key={endpoint.id} title={endpointInWords(endpoint, translate)} posts={endpoint} />
      ))}
    </>
  );
}

/** `Order paid · https://shop.example.com/hook` */
function endpointInWords({ url, event }: EndpointPosts, translate: FormatContext['translate']): string {
  const name = translate(`resources.webhook_notifications.choices.event.${event}`);
  return `${name} · ${url}`;
}

/** The attempts to deliver one result or event. */
function PostList({ title, posts }: { title: string; posts: Posts }) {
  const { translate } = useFormatContext();
  return (
    <Box sx={{ mt: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, justifyContent: 'space-between', mb: 0.5 }}>
        <Typography component="h3" variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography role="status" variant="body2" color="text.secondary">
          <Next data={posts} />
        </Typography>
      </Box>
      {posts.attempts.length === 0 && !posts.is_sending && (
        <Typography variant="body2" color="text.secondary">
          {translate('notifyAttempts.none')}
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

/** The next automatic attempt. */
function Next({ data: { is_sending, next_at } }: { data: Posts }) {
  const context = useFormatContext();
  if (is_sending) return context.translate('notifyAttempts.sending');
  return next_at === null ? '' : context.translate('notifyAttempts.next', { time: formatInstant(next_at, context) });
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

/** Polling intervals in milliseconds: while an attempt is in progress, and while the next automatic one is pending. */
const POLL_MS = { sending: 1_000, waiting: 15_000 };

/** The attempts to deliver a record's result. Polls while more will follow and the page is visible. */
function useNotifyAttempts(resource: string, id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const call = callOf(resource);
  const query = useQuery({
    queryKey: [resource, 'notifyAttempts', id],
    queryFn: ({ signal }) => api(call, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => intervalOf(state.data),
  });
  const isSending = isAnySending(query.data);
  const wasSending = useRef(false);
  useEffect(() => {
    // The record itself contains the outcome.
    if (wasSending.current && !isSending) void queryClient.invalidateQueries({ queryKey: [resource, 'getOne'] });
    wasSending.current = isSending;
  }, [isSending, queryClient, resource]);
  return query;
}

/** The call that returns the attempts for records of a resource. */
function callOf(resource: string) {
  if (resource === 'payouts') return payoutNotifyAttempts;
  return resource === 'refunds' ? refundNotifyAttempts : orderNotifyAttempts;
}

const allPosts = (data: Attempts | undefined): readonly Posts[] => (data ? [data, ...data.endpoints] : []);

const isAnySending = (data: Attempts | undefined) => allPosts(data).some((posts) => posts.is_sending);

function intervalOf(data: Attempts | undefined): number | false {
  if (isAnySending(data)) return POLL_MS.sending;
  return allPosts(data).some((posts) => posts.next_at !== null) ? POLL_MS.waiting : false;
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
