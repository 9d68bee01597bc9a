import type { RouterBlockerFunction } from 'react-admin';
import {
  NavigationType,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type HistoryRouterProps,
  type Location,
  type To,
} from 'react-router-dom';

type History = HistoryRouterProps['history'];
type Step = Parameters<RouterBlockerFunction>[0];

/** Someone who may hold back a step, such as a form with unsaved changes. */
export interface Guard {
  holdsBack(step: Step): boolean;
  /** A step waits until `go` is called, if ever. */
  onHeld(location: Location, go: () => void): void;
  /** The address has changed, and is about to be shown: what was held back is of the past. */
  onPassed(to: Location): void;
}

/** The browser's history, whose every step asks the guards first: a link, a redirect, the browser's own way back. */
export interface GuardedHistory extends History {
  /** @returns ends it */
  guard(guard: Guard): () => void;
}

export function createGuardedHistory(browser: Window): GuardedHistory {
  const history = createBrowserHistory({ window: browser, v5Compat: true });
  const guards = new Set<Guard>();
  let current = history.location;

  function isHeld(nextLocation: Location, historyAction: Step['historyAction'], go: () => void): boolean {
    const step = { currentLocation: current, nextLocation, historyAction };
    const guard = [...guards].find((one) => one.holdsBack(step));
    guard?.onHeld(nextLocation, go);
    return guard !== undefined;
  }
  function locationOf(to: To, state: unknown): Location {
    return { ...history.encodeLocation(to), state, key: '' };
  }
  const isPopHeld = createPopGuard(history, (location, go) => isHeld(location, 'POP', go));

  return {
    get action() {
      return history.action;
    },
    get location() {
      return current;
    },
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    go: history.go,
    push(to, state) {
      const go = () => history.push(to, state);
      if (!isHeld(locationOf(to, state), 'PUSH', go)) go();
    },
    replace(to, state) {
      const go = () => history.replace(to, state);
      if (!isHeld(locationOf(to, state), 'REPLACE', go)) go();
    },
    listen: (listener) =>
      history.listen((update) => {
        if (isPopHeld(update)) return;
        current = update.location;
        for (const guard of guards) guard.onPassed(current);
        listener(update);
      }),
    guard(guard) {
      guards.add(guard);
      return () => guards.delete(guard);
    },
  };
}

type Update = Parameters<Parameters<History['listen']>[0]>[0];

/**
 * The browser tells of a step back or forward when it is done. One that is held back is undone at once, and taken again
 * when it is let through.
 *
 * @returns whether nobody else is to know of such a step
 */
function createPopGuard(history: History, isHeld: (location: Location, go: () => void) => boolean) {
  /** Steps from the page that is shown to where the browser is. */
  let away = 0;
  /** Steps that undo it and are under way: the browser takes its time. */
  let undoing = 0;
  let onUndone: (() => void) | null = null;
  let isLetThrough = false;

  function undo(): void {
    undoing = -away;
    history.go(undoing);
  }
  function letThrough(steps: number): void {
    const go = () => {
      isLetThrough = true;
      history.go(steps);
    };
    if (undoing === 0) go();
    else onUndone = go;
  }
  function goOn(): boolean {
    away = 0;
    isLetThrough = false;
    return false;
  }

  return ({ action, location, delta }: Update): boolean => {
    // What another script put into the history has no number, and there is no counting back.
    if (action !== NavigationType.Pop || delta === null || isLetThrough) return goOn();
    away += delta;
    if (undoing === 0) {
      const steps = away;
      if (!isHeld(location, () => letThrough(steps))) return goOn();
      undo();
      return true;
    }
    if (away === 0) {
      undoing = 0;
      onUndone?.();
      onUndone = null;
    } else if (delta === undoing) {
      // The user has gone on in between.
      undo();
    }
    return true;
  };
}
