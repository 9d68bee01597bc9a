import { enrolmentTokenOf, guard, isAuthRedirect } from './menu/guard.ts';

/** What the address and the session together open. */
export type Screen =
  | { name: 'signIn' }
  | { name: 'enrolment'; token: string }
  /** The token tells one session from the next: nothing in memory outlives its session. */
  | { name: 'console'; token: string }
  | { name: 'blank' };

export interface Entrance {
  getScreen: () => Screen;
  /** Looks at address and session anew. */
  refresh: () => void;
  /** Goes to an address of this console, in place of the present one. */
  go: (address: string) => void;
  subscribe: (listener: () => void) => () => void;
}

interface EntranceConfig {
  browser: {
    location: Pick<Location, 'pathname' | 'search' | 'hash'>;
    history: Pick<History, 'replaceState'>;
    addEventListener: (type: 'popstate' | 'storage', listener: () => void) => void;
  };
  /** The session's token, read anew each time: it may have gone in another tab. */
  getToken: () => string | null;
}

/**
 * Applies the guard to the browser's address, at start and whenever somebody goes back, signs in or signs out, in this
 * tab or another. It replaces the address before anything is shown: no page flashes, and the way back stays one step.
 */
export function createEntrance({ browser, getToken }: EntranceConfig): Entrance {
  const listeners = new Set<() => void>();

  function enter(): Screen {
    const token = getToken();
    const verdict = guard({ place: browser.location, hasToken: token !== null });
    if (verdict.kind === 'redirect') browser.history.replaceState(null, '', verdict.to);
    if (isAuthRedirect(browser.location)) return { name: 'blank' };
    const invitation = enrolmentTokenOf(browser.location);
    if (invitation !== null) return { name: 'enrolment', token: invitation };
    return token === null ? { name: 'signIn' } : { name: 'console', token };
  }

  let screen = enter();

  function refresh(): void {
    const next = enter();
    if (JSON.stringify(next) === JSON.stringify(screen)) return;
    screen = next;
    listeners.forEach((listener) => listener());
  }

  browser.addEventListener('popstate', refresh);
  browser.addEventListener('storage', refresh);

  return {
    getScreen: () => screen,
    refresh,
    go(address) {
      browser.history.replaceState(null, '', address);
      refresh();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
