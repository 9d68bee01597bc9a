import { useEffect, useEffectEvent } from 'react';
import { onHint } from './hints.ts';

/** Several changes within this are one, in milliseconds. */
const AT_MOST_EVERY_MS = 2_000;

/**
 * Calls back when records of a resource may have changed, at once and then at most every two seconds. A page that is
 * kept behind another hears nothing: what it shows is asked for anew when it is shown again.
 *
 * @param resource such as `orders` or `ledgers`, or several; who may not list one of them never hears of it
 */
export function useChanged(resource: string | readonly string[], callback: () => void): void {
  const names = typeof resource === 'string' ? resource : resource.join(' ');
  const call = useEffectEvent(callback);
  useEffect(() => {
    const wanted = new Set(names.split(' '));
    let calledAt = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onHint((hint) => {
      if (hint !== null && !hint.some((name) => wanted.has(name))) return;
      timer ??= setTimeout(
        () => {
          timer = undefined;
          calledAt = performance.now();
          call();
        },
        Math.max(0, calledAt + AT_MOST_EVERY_MS - performance.now()),
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [names]);
}

/** The same for a query: it is asked again, and what it has shown stays until the answer is there. */
export function useRefetchOnChange(resource: string | readonly string[], refetch: () => unknown): void {
  useChanged(resource, () => void refetch());
}
