import { MENU_KEY } from '@merchant-console/ra-provider/token';
import { createListeners } from '#shared/createListeners.ts';
import { enrolmentTokenOf, guard, isAuthRedirect } from '#console/shell/menu/guard.ts';

/** The screen that address and session open. */
type Screen =
  | { name: 'signIn' }
  | { name: 'enrolment'; token: string }
  /** The token identifies the session: no state in memory outlives it. */
  | { name: 'console'; token: string }
  | { name: 'blank' };

export type Entrance = ReturnType<typeof createEntrance>;

interface EntranceConfig {
  browser: {
    location: Pick<Location, 'pathname' | 'search' | 'hash'>;
    history: Pick<History, 'replaceState'>;
    setTimeout: (callback: () => void, ms: number) => unknown;
    addEventListener(type: 'storage', listener: (event: Pick<StorageEvent, 'key'>) => void): void;
    addEventListener(type: 'popstate' | 'focus' | 'pageshow', listener: () => void): void;
  };
  /** Reads the session's token each time, because another tab may have removed it. */
  getToken: () => string | null;
}

/**
 * Delays in milliseconds after which the cookie is read again. In Chromium on a busy computer, it usually follows
 * within a fifth of a second.
 */
const COOKIE_COMES_AFTER = [50, 300, 2000];

/**
 * Applies the guard to the browser's address: at the start, on back navigation, and after a sign-in or sign-out in any
 * tab. Replaces the address before anything is rendered, so no page flashes and the history gets no extra entry.
 */
export function createEntrance({ browser, getToken }: EntranceConfig) {
  const { subscribe, notify } = createListeners();
  const ends = createListeners();

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

  /** Re-evaluates address and session after this page has changed one of them. */
  function refresh(): void {
    const next = enter();
    if (JSON.stringify(next) === JSON.stringify(screen)) return;
    screen = next;
    notify();
  }

  /** Re-evaluates address and session because something outside this page may have changed them. */
  function look(): void {
    const before = screen;
    refresh();
    if (before.name === 'console' && screen.name === 'signIn') ends.notify();
  }

  browser.addEventListener('popstate', look);
  browser.addEventListener('storage', ({ key }) => {
    // A null key means that the whole storage was cleared.
    if (key !== MENU_KEY && key !== null) return;
    look();
    // The storage event arrives before the cookie that it announces has changed.
    for (const ms of COOKIE_COMES_AFTER) browser.setTimeout(look, ms);
  });
  // A suspended or hidden page may have missed a change of its session.
  browser.addEventListener('focus', look);
  browser.addEventListener('pageshow', look);

  return {
    getScreen: () => screen,
    refresh,
    look,
    /** Replaces the current address with another one of this console. */
    go(address: string) {
      browser.history.replaceState(null, '', address);
      refresh();
    },
    subscribe,
    /** Calls `listener` when the console is replaced by the login page for a reason outside this page. */
    onEndedElsewhere: (listener: () => void) => void ends.subscribe(listener),
  };
}
