import { useEffect, useState } from 'react';

/** Debounced `value`: its latest state that didn't change for `pauseMs` milliseconds. An empty text isn't delayed. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
