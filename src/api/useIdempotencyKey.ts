import { useRef, useState } from 'react';
import type { FailedOutcome } from './ApiError.ts';

/** The idempotency key of all tries at one thing. */
interface TriesKey {
  current(): string;
  /** What became of the try that was made last. */
  failed(outcome: FailedOutcome): void;
  /** Goes on from a try of which it was not known what became of it, as when the page was thrown away since. */
  resume(lost: string): void;
  /** What is sent next is something else, whatever became of the tries before. */
  renew(): void;
}

/**
 * All tries have one key, so that the server does a thing once however often it is asked. Only a refusal brings a new
 * one: what is sent next may be something else, which the server would not take under the old key. But once it was not
 * known what became of a try, the key stays: that try may still arrive, and must not count beside another.
 */
export function useIdempotencyKey(newKey: () => string): TriesKey {
  const [firstKey] = useState(newKey);
  const key = useRef(firstKey);
  const hasLostTry = useRef(false);
  return {
    current: () => key.current,
    failed(outcome) {
      if (outcome === 'unknown') hasLostTry.current = true;
      else if (!hasLostTry.current) key.current = newKey();
    },
    resume(lost) {
      key.current = lost;
      hasLostTry.current = true;
    },
    renew() {
      key.current = newKey();
      hasLostTry.current = false;
    },
  };
}
