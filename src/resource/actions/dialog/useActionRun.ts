import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { errorOf, outcomeOf, type FailedOutcome } from '#console/api/ApiError.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { ActionParams, ActionResult } from '#console/api/runAction.ts';
import { useIdempotencyKey } from '#console/api/useIdempotencyKey.ts';

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
 */
export function useActionRun({ resource, isIdempotent, newKey, ...options }: Options): ActionRun {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [attempt, setAttempt] = useState<Attempt>({ phase: 'waiting' });
  const key = useIdempotencyKey(newKey);
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
    const tried = key.current();
    key.failed(outcome);
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
      const idempotencyKey = isIdempotent ? key.current() : null;
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
    resume: key.resume,
    renew: key.renew,
  };
}
