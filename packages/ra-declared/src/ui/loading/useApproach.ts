import { useEffect, useRef } from 'react';
import { savesData } from './savesData.ts';

/** Time in milliseconds after which a resting pointer is likely to press. */
const RESTS = 65;

/**
 * Prefetches what the pointer rests on. Call the returned function with the target under the pointer, or with null when
 * the pointer leaves. `ask` is never called in a browser that is set to save data.
 */
export function useApproach<T>(ask: (target: T) => void): (target: T | null) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (target) => {
    clearTimeout(timer.current);
    if (target !== null && !savesData()) timer.current = setTimeout(() => ask(target), RESTS);
  };
}
