import { useEffect, useRef, type RefObject } from 'react';

/**
 * True in `current` once the component has been removed, or hidden with its page, where effects don't run. An answer
 * that comes then must show nothing.
 */
export function useIsGone(): RefObject<boolean> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
