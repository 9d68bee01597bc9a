import { useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { FailedOutcome } from '@merchant-console/ra-provider';

/**
 * The idempotency key of all attempts at one request, so that the server executes the request at most once. A rejection
 * renews the key, because the server wouldn't accept a changed request under the old one. Once an attempt's outcome is
 * unknown, the key stays: that attempt may still arrive, and must not be executed in addition to another.
 */
export function useIdempotencyKey() {
  const [firstKey] = useState(() => v4());
  const key = useRef(firstKey);
  const hasLostTry = useRef(false);
  return {
    current: () => key.current,
    /** Records the outcome of the last attempt. */
    failed(outcome: FailedOutcome) {
      if (outcome === 'unknown') hasLostTry.current = true;
      else if (!hasLostTry.current) key.current = v4();
    },
    /** Continues after an attempt with an unknown outcome, for example after the page was closed. */
    resume(lost: string) {
      key.current = lost;
      hasLostTry.current = true;
    },
    /** Starts a new request, whatever the outcome of earlier attempts. */
    renew() {
      key.current = v4();
      hasLostTry.current = false;
    },
  };
}
