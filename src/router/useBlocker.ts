import { useEffect, useState } from 'react';
import { useEvent, type RouterBlocker, type RouterBlockerFunction } from 'react-admin';
import type { Location } from 'react-router-dom';
import { useGuardedHistory } from './GuardedHistoryContext.ts';

/** Holds back a step to another page, like the hook of this name that react-router keeps for its data routers. */
export function useBlocker(shouldBlock: RouterBlockerFunction | boolean): RouterBlocker {
  const history = useGuardedHistory();
  const [held, setHeld] = useState<{ location: Location; go: () => void } | null>(null);
  const holdsBack = useEvent((step: Parameters<RouterBlockerFunction>[0]) =>
    typeof shouldBlock === 'function' ? shouldBlock(step) : shouldBlock,
  );
  useEffect(() => {
    const forget = () => setHeld(null);
    const end = history?.guard({ holdsBack, onHeld: (location, go) => setHeld({ location, go }), onPassed: forget });
    return () => {
      end?.();
      forget();
    };
  }, [history, holdsBack]);

  if (held === null) return { state: 'unblocked', reset: undefined, proceed: undefined, location: undefined };
  return {
    state: 'blocked',
    location: held.location,
    reset: () => setHeld(null),
    proceed() {
      setHeld(null);
      held.go();
    },
  };
}
