/** A browser's window as far as the entrance knows it: an address, a history and two events. */
export function createFakeWindow(address: string) {
  const location = new URL(address, 'http://console.test');
  const listeners = new Map<string, () => void>();
  let entries = 1;
  const go = (to: string) => {
    location.href = new URL(to, location).href;
  };
  return {
    browser: {
      location,
      history: { replaceState: (_state: unknown, _title: string, to: string) => go(to) },
      addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    },
    address: () => location.pathname + location.search + location.hash,
    entries: () => entries,
    /** A link within the page, as a router follows it. */
    push(to: string) {
      entries += 1;
      go(to);
    },
    /** The user goes back, or forward, to `to`. */
    travelTo(to: string) {
      go(to);
      listeners.get('popstate')?.();
    },
    /** Another tab has changed the session. */
    storageChanged: () => listeners.get('storage')?.(),
  };
}
