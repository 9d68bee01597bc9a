import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useEvent, useNotify } from 'react-admin';

/** A component whose code may be fetched before it is drawn, as when the pointer comes near what opens it. */
export type OnDemand<Props extends object> = ComponentType<Props> & {
  prefetch(): void;
  /** The same for whoever waits; rejects when it can't be fetched. */
  fetch(): Promise<void>;
  isFetched(): boolean;
};

const known: (() => Promise<void>)[] = [];

/**
 * A component whose code is fetched when it is first drawn. Unlike React's `lazy` it blanks nothing around it, and what
 * could not be fetched may be tried again: one that can be closed is closed then, with a word about it; of any other the
 * nearest boundary gets the error.
 *
 * @param meanwhile what stands in its place until then
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
      notify('errors.network', { type: 'error' });
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

/** Fetches all parts, one after another; what fails is fetched when it is wanted. */
export async function prefetchAll(): Promise<void> {
  for (const fetchPart of known) await fetchPart().catch(() => {});
}

/** Fetches something as soon as the pointer or the keyboard comes to the element with these listeners. */
export function prefetchBy(...parts: { prefetch(): void }[]) {
  const fetchAll = () => parts.forEach((part) => part.prefetch());
  return { onPointerEnter: fetchAll, onFocus: fetchAll };
}
