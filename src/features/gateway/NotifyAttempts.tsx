import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useResourceContext } from 'react-admin';
import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FieldRow, useFormatContext } from '@merchant-console/ra-declared';
import { errorText, useShownRecord } from '@merchant-console/ra-declared/internal';
import type { Field } from '@merchant-console/declaration';
import {
  orderNotifyAttempts,
  payoutNotifyAttempts,
  refundNotifyAttempts,
  resendOrderNotification,
  resendPayoutNotification,
  resendRefundNotification,
  type NotifyAttempts as Attempts,
  type Posts,
} from '#shared/contract/notifyAttempts.ts';
import { useApi } from '#console/api/createApi.ts';
import { PostList, useMayResend } from './PostList.tsx';

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
  const mayResend = useMayResend(resource);
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
  const shared = { record: { resource, id, resend: callsOf(resource).resend }, refetch };
  return (
    <>
      {hasUrl && <PostList {...shared} delivery={id} title={translate('notifyAttempts.title')} posts={data} />}
      {data.endpoints.map((endpoint) => (
        <PostList
          key={endpoint.id}
          {...shared}
          delivery={endpoint.id}
          title={translate(`resources.webhook_notifications.choices.event.${endpoint.event}`)}
          url={endpoint.url}
          isOff={!endpoint.is_enabled}
          posts={endpoint}
        />
      ))}
      {mayResend && (hasUrl || data.endpoints.length > 0) && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 2, textWrap: 'pretty' }}>
          {translate('notifyAttempts.resend_help')}
        </Typography>
      )}
    </>
  );
}

/** Polling intervals in milliseconds: while an attempt is in progress, and while the next automatic one is pending. */
const POLL_MS = { sending: 1_000, waiting: 15_000 };

/** The attempts to deliver a record's result. Polls while more will follow and the page is visible. */
function useNotifyAttempts(resource: string, id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { list } = callsOf(resource);
  const query = useQuery({
    queryKey: [resource, 'notifyAttempts', id],
    queryFn: ({ signal }) => api(list, { params: { id }, signal }),
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

const CALLS = {
  orders: { list: orderNotifyAttempts, resend: resendOrderNotification },
  payouts: { list: payoutNotifyAttempts, resend: resendPayoutNotification },
  refunds: { list: refundNotifyAttempts, resend: resendRefundNotification },
};

/** The calls for records of a resource. */
function callsOf(resource: string) {
  if (resource === 'payouts') return CALLS.payouts;
  return resource === 'refunds' ? CALLS.refunds : CALLS.orders;
}

const allPosts = (data: Attempts | undefined): readonly Posts[] => (data ? [data, ...data.endpoints] : []);

const isAnySending = (data: Attempts | undefined) => allPosts(data).some((posts) => posts.is_sending);

function intervalOf(data: Attempts | undefined): number | false {
  if (isAnySending(data)) return POLL_MS.sending;
  return allPosts(data).some((posts) => posts.next_at !== null) ? POLL_MS.waiting : false;
}
