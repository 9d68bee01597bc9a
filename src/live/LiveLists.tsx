import { GlobalStyles, Box, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { useTranslate } from 'react-admin';
import { visuallyHidden } from '@merchant-console/ra-declared/internal';
import { onHint, type Hint } from './hints.ts';
import { createRefresher, type NewRows, type RefreshingProvider } from './createRefresher.ts';

/** Minimum milliseconds between refreshes of visible data. */
const AT_MOST_EVERY_MS = 2_000;

/** Milliseconds after which a card shows changes once the user no longer points at it. */
const RELEASED_WITHIN_MS = 1_000;

/** Refreshes visible lists and records, and announces new rows of a list. */
export function LiveLists({ provider }: { provider: RefreshingProvider }) {
  const queryClient = useQueryClient();
  const [heldBack] = useState(() => new Set<string>());
  const [refresher] = useState(() =>
    createRefresher(queryClient, provider, (resource) => {
      const isHeld = isPointedAt(resource);
      if (isHeld) heldBack.add(resource);
      return isHeld;
    }),
  );
  const news = useSyncExternalStore(refresher.subscribe, refresher.get);
  const navigate = useNavigate();
  const { search } = useLocation();

  useEffect(() => {
    const gathered = gathering<Hint>({ act: refresher.hear, join: joined, everyMs: AT_MOST_EVERY_MS });
    const stop = onHint((hint) => {
      if (hint === null || hint.length > 0) gathered.add(hint);
    });
    const looking = setInterval(() => {
      const released = [...heldBack].filter((resource) => !isPointedAt(resource));
      for (const resource of released) heldBack.delete(resource);
      if (released.length > 0) gathered.add(released);
    }, RELEASED_WITHIN_MS);
    return () => {
      stop();
      clearInterval(looking);
      gathered.stop();
    };
  }, [refresher, heldBack]);
  useEffect(() => refresher.stop, [refresher]);

  const show = (one: NewRows, place: Element) => {
    refresher.show(one);
    const query = new URLSearchParams(search);
    const page = query.get('page') ?? '1';
    if (page !== '1') {
      query.set('page', '1');
      void navigate({ search: `?${query}` });
    }
    const list = place.parentElement;
    list?.focus({ preventScroll: true });
    list?.scrollIntoView?.({ block: 'nearest' });
  };

  return (
    <>
      <GlobalStyles styles={PLACE} />
      {news.map((one) => {
        const place = document.querySelector(`[data-live="${CSS.escape(one.resource)}"]`);
        if (!place || !isShown(one, queryClient)) return null;
        const bar = <NewRowsBar count={one.count} isMore={one.isMore} onShow={() => show(one, place)} />;
        return createPortal(bar, place, one.resource);
      })}
    </>
  );
}

/** In the gap above the list, where it covers neither figures nor headers, and below the page's sticky elements. */
const PLACE = {
  '[data-live]': {
    position: 'sticky',
    top: 'calc(var(--sticky-top, 0px) + 28px)',
    height: 0,
    zIndex: 4,
    pointerEvents: 'none',
    transform: 'translateY(-25px)',
  },
} as const;

/** True if the pointer or the focus is in a card with records of a resource. */
function isPointedAt(resource: string): boolean {
  const card = `[data-related="${CSS.escape(resource)}"]`;
  return document.querySelector(`${card}:hover, ${card}:focus-within`) !== null;
}

function joined(before: Hint, hint: Hint): Hint {
  return before === null || hint === null ? null : [...new Set([...before, ...hint])];
}

/** True if the list with these new rows, by filter and sort, is the visible one. */
function isShown(
  { queryKey: [resource, verb, first] }: NewRows,
  queryClient: ReturnType<typeof useQueryClient>,
): boolean {
  const wanted = partsOf(first);
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: [resource, verb], type: 'active' })
    .some(({ queryKey: [, , params] }) => partsOf(params) === wanted);
}

function partsOf(params: unknown): string {
  const { pagination: _, ...rest } =
    typeof params === 'object' && params !== null ? { pagination: null, ...params } : {};
  return JSON.stringify(rest);
}

/** Shows the number of new rows over the upper edge of the list without moving anything. Announced when it appears. */
function NewRowsBar({ count, isMore, onShow }: { count: number; isMore: boolean; onShow(): void }) {
  const translate = useTranslate();
  const text = translate(isMore ? 'live.many_new' : 'live.new', { smart_count: count });
  const [announced] = useState(text);
  return (
    <Box sx={{ display: 'flex', justifyContent: 'center' }}>
      <Box component="span" role="status" sx={visuallyHidden}>
        {announced}
      </Box>
      <Button
        size="small"
        variant="contained"
        startIcon={<ArrowUpward />}
        aria-label={translate('live.show', { text })}
        onClick={onShow}
        sx={{ pointerEvents: 'auto', height: 24, minHeight: 24, px: 1.5, py: 0, borderRadius: '12px', boxShadow: 2 }}
      >
        {text}
      </Button>
    </Box>
  );
}

interface GatheringConfig<T> {
  /** Not called concurrently. */
  act(this: void, gathered: T): Promise<void>;
  join(this: void, before: T, next: T): T;
  everyMs: number;
}

/** Calls `act` at once, and then with everything gathered in the meantime, at most once per interval. */
function gathering<T>({ act, join, everyMs }: GatheringConfig<T>) {
  let waiting: { value: T } | null = null;
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    if (isBusy || waiting === null) return;
    const { value } = waiting;
    waiting = null;
    isBusy = true;
    const pause = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, everyMs);
    });
    await Promise.allSettled([act(value), pause]);
    isBusy = false;
    void run();
  }

  return {
    add(value: T): void {
      waiting = { value: waiting ? join(waiting.value, value) : value };
      void run();
    },
    stop(): void {
      waiting = null;
      clearTimeout(timer);
    },
  };
}
