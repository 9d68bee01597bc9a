import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
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
export function useUnread(): UnreadNotifications | undefined {
  const { data, refetch } = useLiveQuery({
    resource: 'notifications',
    queryKey: UNREAD,
    ask: (api, signal) => api(unreadNotifications, { signal }),
    refetchInterval: POLL_MS,
    retry: false,
  });
  const { pathname } = useLocation();
  const arrive = useEffectEvent(() => void refetch());
  useEffect(() => arrive(), [pathname]);
  return data;
}

/** The paged list. A further page that can't be loaded hides the earlier ones behind the error. */
export function useNotificationList() {
  const api = useApi();
  const { data, ...query } = useInfiniteQuery({
    queryKey: LIST,
    queryFn: ({ pageParam: before, signal }) => api(notifications, { query: before === '' ? {} : { before }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ items, has_more }) => (has_more ? items.at(-1)?.id : undefined),
    staleTime: 0,
    gcTime: 0,
    meta: { hasOwnErrorDisplay: true },
  });
  return { ...query, items: query.isFetchNextPageError ? undefined : data?.pages.flatMap(({ items }) => items) };
}

/** Marks one notification as read, or all up to one. If the call fails, they stay unread. */
export function useMarkRead(): (mark: { id: string } | { up_to: string }) => Promise<void> {
  const api = useApi();
  const client = useQueryClient();
  return async (mark) => {
    client.setQueryData(UNREAD, await api(readNotifications, { body: mark }));
    const isMarked = ({ id }: NotificationData) => ('id' in mark ? id === mark.id : id <= mark.up_to);
    const marked = (part: Part): Part => ({
      ...part,
      items: part.items.map((item) => (isMarked(item) ? { ...item, read_at: item.read_at ?? item.created_at } : item)),
    });
    client.setQueryData<InfiniteData<Part>>(LIST, (list) => list && { ...list, pages: list.pages.map(marked) });
  };
}
