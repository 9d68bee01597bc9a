import { MENU_KEY } from '#console/api/readToken.ts';
import { enrolmentTokenOf, guard, isAuthRedirect } from '#console/shell/menu/guard.ts';

/** What the address and the session together open. */
type Screen =
  | { name: 'signIn' }
  | { name: 'enrolment'; token: string }
  /** The token tells one session from the next: nothing in memory outlives its session. */
  | { name: 'console'; token: string }
  | { name: 'blank' };

export interface Entrance {
  getScreen: () => Screen;
  /** Looks at address and session anew, after this page has changed one of them. */
  refresh: () => void;
  /** Looks at both anew because something outside this page may have changed them. */
  look: () => void;
  /** Goes to an address of this console, in place of the present one. */
  go: (address: string) => void;
  subscribe: (listener: () => void) => () => void;
  /** Calls `listener` when the console gives way to the login page because of something outside this page. */
  onEndedElsewhere: (listener: () => void) => void;
}

interface EntranceConfig {
  browser: {
    location: Pick<Location, 'pathname' | 'search' | 'hash'>;
    history: Pick<History, 'replaceState'>;
    setTimeout: (callback: () => void, ms: number) => unknown;
    addEventListener(type: 'storage', listener: (event: Pick<StorageEvent, 'key'>) => void): void;
    addEventListener(type: 'popstate' | 'focus' | 'pageshow', listener: () => void): void;
  };
  /** The session's token, read anew each time: it may have gone in another tab. */
  getToken: () => string | null;
}

/** In milliseconds; in Chromium it is a fifth of a second on a busy computer, as a rule. */
const COOKIE_COMES_AFTER = [50, 300, 2000];

/**
 * Applies the guard to the browser's address, at start and whenever somebody goes back, signs in or signs out, in this
 * tab or another. It replaces the address before anything is shown: no page flashes, and the way back stays one step.
 */
export function createEntrance({ browser, getToken }: EntranceConfig): Entrance {
  const listeners = new Set<() => void>();
  const endListeners = new Set<() => void>();

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

  function look(): void {
    const before = screen;
    refresh();
    if (before.name === 'console' && screen.name === 'signIn') endListeners.forEach((listener) => listener());
  }

  browser.addEventListener('popstate', look);
  browser.addEventListener('storage', ({ key }) => {
    // Null: the whole storage was emptied.
    if (key !== MENU_KEY && key !== null) return;
    look();
    // Word from another tab comes faster than the change of the cookie that it is about.
    for (const ms of COOKIE_COMES_AFTER) browser.setTimeout(look, ms);
  });
  // A page that was put aside, by the browser or by its user, has not heard what became of its session meanwhile.
  browser.addEventListener('focus', look);
  browser.addEventListener('pageshow', look);

  return {
    getScreen: () => screen,
    refresh,
    look,
    go(address) {
      browser.history.replaceState(null, '', address);
      refresh();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onEndedElsewhere: (listener) => void endListeners.add(listener),
  };
}
