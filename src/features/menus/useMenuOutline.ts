import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNotify } from 'react-admin';
import { menuMove, menuOutline, type MenuOutline, type MenuOutlineEntry } from '#shared/contract/menus.ts';
import { moveItem, type MenuMove } from '#shared/menus/moveItem.ts';
import { followRedirects } from '#shared/menus/redirects.ts';
import { useApi } from '#console/api/createApi.ts';
import { errorOf, ApiError, fieldMessages } from '@merchant-console/ra-provider';
import { useFormatContext } from '@merchant-console/ra-declared';
import { errorText } from '@merchant-console/ra-declared/internal';
import type { Translate } from '@merchant-console/declaration';

const KEY = ['menus', 'outline'] as const;

/** All entries of the menu and all pages that they can show. Refetched whenever a page that needs them opens. */
export function useMenuOutline() {
  const api = useApi();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(menuOutline, { signal }),
    staleTime: 0,
    refetchOnMount: 'always' as const,
    retry: false,
  });
}

/**
 * Moves entries: on the screen immediately, on the server one after the other. If another user has changed one,
 * refetches the menu and drops the pending moves.
 */
export function useMoveEntry(): (move: MenuMove) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { translate } = useFormatContext();
  const waiting = useRef<(MenuMove & { revision: number })[]>([]);
  const isSending = useRef(false);

  async function send(): Promise<void> {
    isSending.current = true;
    try {
      for (let next = waiting.current.shift(); next; next = waiting.current.shift())
        await api(menuMove, { body: next });
    } catch (failure) {
      const error = errorOf(failure);
      waiting.current = [];
      const isOvertaken = error instanceof ApiError && (error.errorId === 'conflict' || error.status === 404);
      notify(isOvertaken ? translate('menuEditor.overtaken') : refusalText(error, translate), { type: 'warning' });
    } finally {
      isSending.current = false;
      await queryClient.invalidateQueries({ queryKey: ['menus'] });
    }
  }

  return (move) => {
    const revision = moveKept(queryClient, move);
    if (revision === null) return;
    waiting.current.push({ ...move, revision });
    if (!isSending.current) void send();
  };
}

/** Moves an entry in the cache, as the server will. Returns the entry's previous revision. */
function moveKept(queryClient: QueryClient, move: MenuMove): number | null {
  void queryClient.cancelQueries({ queryKey: KEY });
  let revision: number | null = null;
  queryClient.setQueryData<MenuOutline>(KEY, (outline) => {
    if (!outline) return outline;
    const before = outline.entries;
    revision = before.find(({ id }) => id === move.id)?.revision ?? null;
    const isWritten = (entry: MenuOutlineEntry) =>
      entry.id === move.id || entry.redirect !== before.find(({ id }) => id === entry.id)?.redirect;
    const entries = followRedirects(before, moveItem(before, move)).map((entry) =>
      isWritten(entry) ? { ...entry, revision: entry.revision + 1 } : entry,
    );
    return { ...outline, entries };
  });
  return revision;
}

/**
 * Reason why the server rejected a change made outside a form: the messages that it would have shown below the inputs.
 */
export function refusalText(error: Error, translate: Translate): string {
  const texts = Object.values(fieldMessages(error));
  return texts.length > 0 ? texts.join(' ') : errorText(error, translate);
}
