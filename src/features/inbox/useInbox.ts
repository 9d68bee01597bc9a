import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import {
  notifications,
  readNotifications,
  unreadNotifications,
  type NotificationData,
  type UnreadNotifications,
} from '#shared/contract/notifications.ts';
import { useApi } from '#console/api/createApi.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';

const UNREAD = ['inbox', 'unread'];
const LIST = ['inbox', 'list'];
const POLL_MS = 30_000;

type Part = z.output<typeof notifications.data>;

/**
 * Number of unread notifications. Use it in one place only: it is refetched on live updates, on navigation, and every
 * half minute in case an update was missed.
 */
export function useUnread(page: string): UnreadNotifications | undefined {
  const { data, refetch } = useLiveQuery({
    resource: 'notifications',
    queryKey: UNREAD,
    ask: (api, signal) => api(unreadNotifications, { signal }),
    refetchInterval: POLL_MS,
    retry: false,
  });
  const arrive = useEffectEvent(() => void refetch());
  useEffect(() => arrive(), [page]);
  return data;
}

/** The paged list. Loading a further page refetches the earlier ones, so that no notification appears twice. */
export function useNotificationList() {
  const api = useApi();
  const [parts, setParts] = useState(1);
  const { data, ...query } = useQuery({
    queryKey: [...LIST, parts],
    queryFn: async ({ signal }): Promise<Part> => {
      let list: Part = { items: [], has_more: true };
      for (let part = 0; part < parts && list.has_more; part += 1) {
        const before = list.items.at(-1)?.id;
        const next = await api(notifications, { query: before === undefined ? {} : { before }, signal });
        list = { items: [...list.items, ...next.items], has_more: next.has_more };
      }
      return list;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    meta: { hasOwnErrorDisplay: true },
  });
  return { ...query, items: data?.items, hasMore: data?.has_more ?? false, showMore: () => setParts(parts + 1) };
}

/** Marks one notification as read, or all up to one. If the call fails, they stay unread. */
export function useMarkRead(): (mark: { id: string } | { up_to: string }) => Promise<void> {
  const api = useApi();
  const client = useQueryClient();
  return async (mark) => {
    client.setQueryData(UNREAD, await api(readNotifications, { body: mark }));
    const isMarked = ({ id }: NotificationData) => ('id' in mark ? id === mark.id : id <= mark.up_to);
    client.setQueriesData<Part>(
      { queryKey: LIST },
      (list) =>
        list && {
          ...list,
          items: list.items.map((item) =>
            isMarked(item) ? { ...item, read_at: item.read_at ?? item.created_at } : item,
          ),
        },
    );
  };
}
