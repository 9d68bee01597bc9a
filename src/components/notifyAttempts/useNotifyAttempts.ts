import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { orderNotifyAttempts, payoutNotifyAttempts, type NotifyAttempts } from '#shared/contract/notifyAttempts.ts';
import { useApi } from '#console/api/ApiContext.ts';

/** Between two looks at a post that is under way, and at one that comes later by itself. */
const POLL_MS = { sending: 1_000, waiting: 15_000 };

/** How the result of a record was posted, asked for again while more is to come and the page is in sight. */
export function useNotifyAttempts(resource: string, id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const call = resource === 'payouts' ? payoutNotifyAttempts : orderNotifyAttempts;
  const query = useQuery({
    queryKey: [resource, 'notifyAttempts', id],
    queryFn: ({ signal }) => api(call, { params: { id }, signal }),
    ...{ staleTime: 0, retry: false },
    refetchInterval: ({ state }) => intervalOf(state.data),
  });
  const isSending = query.data?.is_sending ?? false;
  const wasSending = useRef(false);
  useEffect(() => {
    // The record itself says how it ended.
    if (wasSending.current && !isSending) void queryClient.invalidateQueries({ queryKey: [resource, 'getOne'] });
    wasSending.current = isSending;
  }, [isSending, queryClient, resource]);
  return query;
}

function intervalOf(data: NotifyAttempts | undefined): number | false {
  if (!data) return false;
  if (data.is_sending) return POLL_MS.sending;
  return data.next_at === null ? false : POLL_MS.waiting;
}
