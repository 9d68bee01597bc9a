import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { Clock } from '#shared/clock.ts';
import { createListeners } from '#shared/createListeners.ts';

/** Maximum number of entries, because a page failing in a loop must not fill the memory. The oldest is dropped. */
const MAX_ERRORS = 100;
/** Number of innermost components in an entry. Deeper ones are the frame around every page. */
const COMPONENTS_SHOWN = 3;

export type ErrorLog = ReturnType<typeof createErrorLog>;

interface ErrorLogConfig {
  browser: Pick<Window, 'addEventListener'> & { location: Pick<Location, 'pathname' | 'search' | 'hash'> };
  clock: Clock;
  /** False in development, where the browser's console shows every error. */
  isOn: boolean;
}

/** The log of one session: errors passed to `addFailure`, and those of the window while it is watched. */
export function createErrorLog({ browser, clock, isOn }: ErrorLogConfig) {
  /** Oldest first. */
  let errors: readonly LoggedError[] = [];
  let number = 0;
  const { subscribe, notify } = createListeners();

  function become(next: readonly LoggedError[]): void {
    errors = next;
    notify();
  }

  function add(error: unknown, known: Partial<Pick<LoggedError, 'message' | 'place'>> = {}): void {
    const message = messageOf(error) || (known.message ?? '');
    if (!isOn || isNoise(textIn(error, 'name'), message)) return;
    const { pathname, search, hash } = browser.location;
    const stack = textIn(error, 'stack');
    const place = known.place || (framesOf(stack)[0] ?? '');
    number += 1;
    const entry = { number, message, place, address: pathname + search + hash, time: clock.now(), stack };
    become([...errors.slice(1 - MAX_ERRORS), entry]);
  }

  return {
    get: () => errors,
    /** Adds an error that React caught while rendering. */
    addFailure: (error: unknown, componentStack: string) => {
      add(error, { place: linesOf(componentStack).slice(0, COMPONENTS_SHOWN).join('\n') });
    },
    /** Logs the window's errors from now on. Returns a function that stops it. */
    watch() {
      const watching = new AbortController();
      const { signal } = watching;
      const onError = ({ error, message, filename, lineno, colno }: ErrorEvent) => {
        add(error, { message, place: filename && `${filename}:${lineno}:${colno}` });
      };
      browser.addEventListener('error', onError, { signal });
      browser.addEventListener('unhandledrejection', ({ reason }) => add(reason), { signal });
      return () => watching.abort();
    },
    clear: () => become([]),
    subscribe,
  };
}

/** Message of a thrown value, which can be anything. */
function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error === undefined || error === null) return '';
  return textIn(error, 'message') || textIn(error, 'name') || Object.prototype.toString.call(error);
}

/**
 * Reads a text property. Doesn't use `instanceof`, because errors may come from another frame and browsers also throw
 * objects that aren't Errors.
 */
function textIn(error: unknown, key: 'name' | 'message' | 'stack'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
  return typeof value === 'string' ? value : '';
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Lines of the stack that are frames: in Chromium they begin with "at", in Firefox and Safari they contain "@". */
function framesOf(stack: string): string[] {
  return linesOf(stack).filter((line) => line.startsWith('at ') || line.includes('@'));
}

/** An unexpected error in the error log. */
export interface LoggedError {
  /** Unique in its log. */
  number: number;
  message: string;
  /** Innermost components, or file and line. */
  place: string;
  /** Path of the page, with query and hash. */
  address: string;
  time: Date;
  stack: string;
}

/** Harmless: browsers report an observer that has to be called again in the next frame. */
const RESIZE_OBSERVER = /^ResizeObserver loop /;

/** True for harmless errors that browsers report (aborted requests, ResizeObserver loops). */
function isNoise(name: string, message: string): boolean {
  return name === 'AbortError' || RESIZE_OBSERVER.test(message);
}

/** Null outside the console, where nothing is logged. */
export const ErrorLogContext = createContext<ErrorLog | null>(null);

/**
 * Logs errors while it is mounted. Addresses and messages contain information about the user, so the log ends with the
 * session.
 */
export function ErrorLogProvider({ clock, children }: { clock: Clock; children: ReactNode }) {
  const [log] = useState(() => createErrorLog({ browser: window, clock, isOn: import.meta.env.PROD }));
  useEffect(() => log.watch(), [log]);
  return createElement(ErrorLogContext, { value: log }, children);
}

const NO_ERRORS: readonly LoggedError[] = [];
const subscribeToNothing = () => () => {};

/** The errors so far, and a function that clears them. */
export function useErrorLog(): { errors: readonly LoggedError[]; clear: () => void } {
  const log = useContext(ErrorLogContext);
  const errors = useSyncExternalStore(log?.subscribe ?? subscribeToNothing, () => log?.get() ?? NO_ERRORS);
  return { errors, clear: () => log?.clear() };
}
