import { ApiError } from './ApiError.ts';

/** Calls `callback` once after `ms` milliseconds, unless the function it returns is called before. */
export type StartTimer = (callback: () => void, ms: number) => () => void;

interface Limits {
  timeoutMs: number;
  startTimer: StartTimer;
  /** Aborts for the caller's own reasons. */
  signal?: AbortSignal | null | undefined;
}

/** An abort is nobody's error: react-admin drops it in silence. */
export function abortError(message: string): DOMException {
  return new DOMException(message, 'AbortError');
}

/**
 * Runs `exchange`, which must end when its signal aborts, for at most `timeoutMs`.
 *
 * @throws ApiError of kind `timeout` or `network`; an AbortError when the caller's signal aborts first
 */
export async function withinTime<T>(
  exchange: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, startTimer, signal }: Limits,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(abortError('The caller has aborted the request'));
  if (signal?.aborted) abort();
  controller.signal.throwIfAborted();
  signal?.addEventListener('abort', abort);
  const stopTimer = startTimer(() => controller.abort(ApiError.timeout(timeoutMs)), timeoutMs);
  try {
    return await exchange(controller.signal);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw ApiError.network(error);
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', abort);
  }
}
