import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Clock } from '#shared/clock.ts';

/** A page that fails in a loop must not fill the memory; the oldest gives way. */
const MAX_ERRORS = 100;
/** Deeper ones are the frame around every page. */
const COMPONENTS_SHOWN = 3;

/** The errors of this load of the page that nobody expected, oldest first. */
export interface ErrorLog {
  get(): readonly LoggedError[];
  /** React could not draw a part of the page. */
  addFailure(error: unknown, componentStack: string): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

interface ErrorLogConfig {
  browser: Pick<Window, 'addEventListener'> & { location: Pick<Location, 'pathname' | 'search' | 'hash'> };
  clock: Clock;
  /** Off while the program is being written: the browser's console tells it all. */
  isOn: boolean;
}

export function createErrorLog({ browser, clock, isOn }: ErrorLogConfig): ErrorLog {
  let errors: readonly LoggedError[] = [];
  let number = 0;
  const listeners = new Set<() => void>();

  function become(next: readonly LoggedError[]): void {
    errors = next;
    listeners.forEach((listener) => listener());
  }

  function add(error: unknown, told: Partial<Pick<LoggedError, 'message' | 'place'>> = {}): void {
    const message = messageOf(error) || (told.message ?? '');
    if (!isOn || isNoise(textIn(error, 'name'), message)) return;
    const { pathname, search, hash } = browser.location;
    const stack = textIn(error, 'stack');
    const place = told.place || (framesOf(stack)[0] ?? '');
    number += 1;
    const entry = { number, message, place, address: pathname + search + hash, time: clock.now(), stack };
    become([...errors.slice(1 - MAX_ERRORS), entry]);
  }

  browser.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    add(error, { message, place: filename && `${filename}:${lineno}:${colno}` });
  });
  browser.addEventListener('unhandledrejection', ({ reason }) => add(reason));

  return {
    get: () => errors,
    addFailure: (error, componentStack) => {
      add(error, { place: linesOf(componentStack).slice(0, COMPONENTS_SHOWN).join('\n') });
    },
    clear: () => become([]),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Anything can be thrown. */
function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error === undefined || error === null) return '';
  return textIn(error, 'message') || textIn(error, 'name') || Object.prototype.toString.call(error);
}

/** Not `instanceof`: an error may come from another frame, and what browsers throw need not be an Error. */
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

/** Chromium's frames begin with "at"; those of Firefox and Safari hold an "@". */
function framesOf(stack: string): string[] {
  return linesOf(stack).filter((line) => line.startsWith('at ') || line.includes('@'));
}

/** An error that nobody expected, as the error log shows it. */
export interface LoggedError {
  /** Unique among the errors of this load of the page. */
  number: number;
  message: string;
  /** The innermost components, or file and line. */
  place: string;
  /** Full path of the page. */
  address: string;
  time: Date;
  stack: string;
}

/** Browsers report an observer that is called once more in the next frame; nothing has gone wrong. */
const RESIZE_OBSERVER = /^ResizeObserver loop /;

/** What browsers report as an error though it is none: nothing to tell anybody about. */
function isNoise(name: string, message: string): boolean {
  return name === 'AbortError' || RESIZE_OBSERVER.test(message);
}

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
