import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { loadPageTexts } from './pageTexts.ts';
import { savesData } from './savesData.ts';

/** A component whose code can be loaded before it is rendered, for example when the pointer comes near its button. */
export type LazyComponent<Props extends object> = ComponentType<Props> & {
  prefetch(): void;
  /** Loads the code. Rejects if that fails. */
  load(): Promise<void>;
  isLoaded(): boolean;
};

interface LazyOptions {
  /** True if the part only shows texts that the first page has. It then doesn't wait for those of the other pages. */
  hasTexts?: boolean;
}

/**
 * Creates a component whose code and texts are loaded when it is first rendered. Unlike React's `lazy`, it doesn't blank
 * the content around it, and a failed load can be retried. If the load fails, a component with `onClose` is closed with
 * an error message. For any other component, the nearest error boundary gets the error.
 *
 * @param meanwhile rendered until everything is loaded
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
  { hasTexts = false }: LazyOptions = {},
): LazyComponent<Props> {
  let Part: ComponentType<Props> | null = null;
  async function loadPart(): Promise<void> {
    if (Part !== null) return;
    const [loaded] = await Promise.all([load(), hasTexts ? null : loadPageTexts()]);
    Part = loaded;
  }

  function Lazy(props: Props) {
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
      if (Part === null) loadPart().then(() => setOutcome({}), fail);
    }, [fail]);
    return Part ? <Part {...props} /> : meanwhile(props);
  }

  return Object.assign(Lazy, {
    prefetch: () => void loadPart().catch(() => {}),
    load: loadPart,
    isLoaded: () => Part !== null,
  });
}

function isFunction(value: unknown): value is () => void {
  return typeof value === 'function';
}

/**
 * Listeners that prefetch parts as soon as the pointer enters their element or the keyboard focuses it, unless the browser
 * saves data.
 */
export function prefetchOn(...parts: { prefetch(): void }[]) {
  const fetchAll = () => {
    if (!savesData()) parts.forEach((part) => part.prefetch());
  };
  return { onPointerEnter: fetchAll, onFocus: fetchAll };
}

/**
 * Loads a component's code and texts after `delay` milliseconds, in favour of the first page, and tries again every
 * `interval` until there is a connection. Null until then.
 *
 * @param load must be stable
 */
export function useLoadedLater<Props>(
  load: () => Promise<ComponentType<Props>>,
  delay: number,
  interval = delay,
): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    let isOver = false;
    let timer = setTimeout(() => void attempt(), delay);
    async function attempt(): Promise<void> {
      const loading = navigator.onLine ? Promise.all([load(), loadPageTexts()]) : null;
      const [part] = (await loading?.catch(() => null)) ?? [null];
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
