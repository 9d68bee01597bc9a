import { ApiError } from './ApiError.ts';

/** Calls `callback` once after `ms` milliseconds, unless the returned function is called before. */
export type StartTimer = (callback: () => void, ms: number) => () => void;

export const startBrowserTimer: StartTimer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

interface Limits {
  timeoutMs: number;
  startTimer: StartTimer;
  /** Aborts at the caller's request. */
  signal?: AbortSignal | null | undefined;
}

/** The error of an abort, which react-admin silently ignores. */
export function abortError(message: string): DOMException {
  return new DOMException(message, 'AbortError');
}

/**
 * Runs `exchange`, which must end when its signal aborts, for at most `timeoutMs`. Calling its second argument restarts
 * the timer, for example after a part of a long response.
 *
 * @throws {ApiError} of kind `timeout` or `network`
 * @throws {AbortError} if the caller's signal aborts first
 */
export async function withinTime<T>(
  exchange: (signal: AbortSignal, restart: () => void) => Promise<T>,
  { timeoutMs, startTimer, signal }: Limits,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(abortError('The caller has aborted the request'));
  if (signal?.aborted) abort();
  controller.signal.throwIfAborted();
  signal?.addEventListener('abort', abort);
  const start = () => startTimer(() => controller.abort(ApiError.timeout(timeoutMs)), timeoutMs);
  let stopTimer = start();
  const restart = () => {
    stopTimer();
    stopTimer = start();
  };
  try {
    return await exchange(controller.signal, restart);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw ApiError.network(error);
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', abort);
  }
}
