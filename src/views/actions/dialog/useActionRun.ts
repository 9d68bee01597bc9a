import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { errorOf } from '#console/api/errorOf.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { ActionParams, ActionResult } from '#console/api/runAction.ts';
import { outcomeOf, type FailedOutcome } from './outcomeOf.ts';

export type Attempt =
  { phase: 'waiting' } | { phase: 'running' } | { phase: FailedOutcome; error: Error } | { phase: 'done' };

export type ActionRequest = Omit<ActionParams, 'idempotencyKey' | 'signal'>;

interface ActionRun {
  attempt: Attempt;
  /** Makes the call; nothing while one is under way. */
  start(request: ActionRequest): void;
  /** Makes the call that was made last again, as it was. */
  retry(): void;
  /** Goes on from a try of which it was not known what became of it, as when the page was thrown away since. */
  resume(key: string): void;
  /** What is sent next is something else, whatever became of the tries before. */
  renew(): void;
}

interface Options {
  resource: string;
  isIdempotent: boolean;
  newKey(): string;
  onDone(result: ActionResult): void;
  /** @param key that the try was made with */
  onFailed(outcome: FailedOutcome, error: Error, key: string): void;
  /** The page was left before the answer came. */
  onFailedUnseen(error: Error): void;
}

/**
 * The tries at one action, from the opening of its dialog on. Leaving the page does not call a try off: it may have
 * been carried out already.
 *
 * All have one idempotency key, so that the server does a thing once however often it is asked. Only a refusal brings a
 * new key: what is sent next may be something else, which the server would not take under the old one. But once it was
 * not known what became of a try, the key stays: that try may still arrive, and must not count beside another.
 */
export function useActionRun({ resource, isIdempotent, newKey, ...options }: Options): ActionRun {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [attempt, setAttempt] = useState<Attempt>({ phase: 'waiting' });
  const [firstKey] = useState(newKey);
  const key = useRef(firstKey);
  const hasLostTry = useRef(false);
  const last = useRef<ActionRequest | null>(null);
  const isRunning = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  function fail(error: Error): void {
    const outcome = outcomeOf(error);
    const tried = key.current;
    if (outcome === 'unknown') hasLostTry.current = true;
    else if (!hasLostTry.current) key.current = newKey();
    setAttempt({ phase: outcome, error });
    if (isGone.current) options.onFailedUnseen(error);
    else options.onFailed(outcome, error, tried);
  }

  async function run(request: ActionRequest): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    last.current = request;
    setAttempt({ phase: 'running' });
    try {
      const idempotencyKey = isIdempotent ? key.current : null;
      const result = await dataProvider.runAction(resource, { ...request, idempotencyKey });
      setAttempt({ phase: 'done' });
      options.onDone(result);
    } catch (error) {
      fail(errorOf(error));
    } finally {
      isRunning.current = false;
    }
  }

  return {
    attempt,
    start: (request) => void run(request),
    retry: () => void (last.current && run(last.current)),
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
