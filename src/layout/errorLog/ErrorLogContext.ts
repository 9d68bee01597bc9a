import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ErrorLog } from './errorLog.ts';
import type { LoggedError } from './LoggedError.ts';

/** Null outside the console, where nothing is logged. */
export const ErrorLogContext = createContext<ErrorLog | null>(null);

const NO_ERRORS: readonly LoggedError[] = [];
const subscribeToNothing = () => () => {};

/** The errors so far, and the way to forget them. */
export function useErrorLog(): { errors: readonly LoggedError[]; clear: () => void } {
  const log = useContext(ErrorLogContext);
  const errors = useSyncExternalStore(log?.subscribe ?? subscribeToNothing, () => log?.get() ?? NO_ERRORS);
  return { errors, clear: () => log?.clear() };
}
