import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { savesData } from './useApproach.ts';

/** A component whose code can be fetched before it is rendered, for example when the pointer comes near its button. */
export type OnDemand<Props extends object> = ComponentType<Props> & {
  prefetch(): void;
  /** Fetches the code. Rejects if that fails. */
  fetch(): Promise<void>;
  isFetched(): boolean;
};

const known: (() => Promise<void>)[] = [];

/**
 * Creates a component whose code is fetched when it is first rendered. Unlike React's `lazy`, it doesn't blank the
 * content around it, and a failed fetch can be retried. If the fetch fails, a component with `onClose` is closed with
 * an error message. For any other component, the nearest error boundary gets the error.
 *
 * @param meanwhile rendered until the code is fetched
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
): OnDemand<Props> {
  let Part: ComponentType<Props> | null = null;
  async function fetchPart(): Promise<void> {
    Part ??= await load();
  }
  known.push(fetchPart);

  function Fetched(props: Props) {
    const [, setOutcome] = useState<object | null>(null);
    const notify = useNotify();
    const fail = useEvent((error: unknown) => {
      const close = 'onClose' in props ? props.onClose : undefined;
      if (!isFunction(close)) {
        setOutcome(() => {
          throw error;
        });
        return;
      }
      console.error(error);
      notify('shell.page_missing_text', { type: 'error' });
      close();
    });
    useEffect(() => {
      if (Part === null) fetchPart().then(() => setOutcome({}), fail);
    }, [fail]);
    return Part ? <Part {...props} /> : meanwhile(props);
  }

  return Object.assign(Fetched, {
    prefetch: () => void fetchPart().catch(() => {}),
    fetch: fetchPart,
    isFetched: () => Part !== null,
  });
}

function isFunction(value: unknown): value is () => void {
  return typeof value === 'function';
}

/**
 * Fetches the code of a component after `delay` milliseconds, in favour of the first page, and tries again every
 * `interval` until there is a connection. Null until then.
 *
 * @param load must be stable
 */
export function useFetchedLater<Props>(
  load: () => Promise<ComponentType<Props>>,
  delay: number,
  interval = delay,
): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    let isOver = false;
    let timer = setTimeout(() => void attempt(), delay);
    async function attempt(): Promise<void> {
      const part = navigator.onLine ? await load().catch(() => null) : null;
      if (part) setPart(() => part);
      else if (!isOver) timer = setTimeout(() => void attempt(), interval);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [load, delay, interval]);
  return Part;
}

/** Fetches all parts in sequence. Parts that fail are fetched when they are needed. */
export async function prefetchAll(): Promise<void> {
  for (const fetchPart of known) await fetchPart().catch(() => {});
}

/**
 * Listeners that fetch parts as soon as the pointer enters their element or the keyboard focuses it, unless the browser
 * saves data.
 */
export function prefetchBy(...parts: { prefetch(): void }[]) {
  const fetchAll = () => {
    if (!savesData()) parts.forEach((part) => part.prefetch());
  };
  return { onPointerEnter: fetchAll, onFocus: fetchAll };
}
