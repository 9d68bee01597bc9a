/** The parts of a browser window that the entrance uses: an address, a history and three events. */
export function createFakeWindow(address: string) {
  const location = new URL(address, 'http://console.test');
  const timers: (() => void)[] = [];
  const listeners = new Map<string, (event: { key: string | null }) => void>();
  let entries = 1;
  const go = (to: string) => {
    location.href = new URL(to, location).href;
  };
  return {
    browser: {
      location,
      history: { replaceState: (_state: unknown, _title: string, to: string) => go(to) },
      setTimeout: (callback: () => void) => timers.push(callback),
      addEventListener: (type: string, listener: (event: { key: string | null }) => void) =>
        void listeners.set(type, listener),
    },
    address: () => location.pathname + location.search + location.hash,
    entries: () => entries,
    /** Follows a link within the page, as a router does. */
    push(to: string) {
      entries += 1;
      go(to);
    },
    /** Goes back or forward to `to`. */
    travelTo(to: string) {
      go(to);
      listeners.get('popstate')?.({ key: null });
    },
    /** Restores the page from the back/forward cache. */
    comeBack: () => listeners.get('pageshow')?.({ key: null }),
    /** Runs all timers. */
    later: () => timers.splice(0).forEach((callback) => callback()),
    focus: () => listeners.get('focus')?.({ key: null }),
    /** Reports that another tab has changed the session. */
    storageChanged: () => listeners.get('storage')?.({ key: 'roles' }),
  };
}
