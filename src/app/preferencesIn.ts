import type { Store } from 'react-admin';
import { createListeners } from '#shared/createListeners.ts';
import { jsonOf } from '@merchant-console/protocol/jsonOf';

const isPreference = (key: string) => key.startsWith('preferences/');

/**
 * Returns a function that adds preferences to react-admin's store of a session. They are stored in the browser as JSON.
 * `reset` and `removeItems` don't remove them. Doesn't throw if the storage is full or forbidden.
 *
 * @param storage the browser's local storage; preferences aren't stored on the server
 * @param events the window, which fires `storage` events for changes in other tabs
 */
export function preferencesIn(storage: Storage, events: Pick<Window, 'addEventListener'>): (session: Store) => Store {
  /** Values that the full or forbidden storage rejected. They last until the page is reloaded. */
  const unsaved = new Map<string, string>();
  const { subscribe, notify } = createListeners();
  events.addEventListener('storage', () => notify());

  function read<T>(key: string, initial?: T): T | undefined;
  function read(key: string, initial?: unknown): unknown {
    const value = jsonOf(unsaved.get(key) ?? storage.getItem(key));
    return value === undefined ? initial : value;
  }
  function write(key: string, value: unknown): void {
    unsaved.delete(key);
    try {
      if (value === undefined) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(value));
    } catch {
      unsaved.set(key, JSON.stringify(value));
    }
    notify();
  }

  return (session) => ({
    ...session,
    getItem: (key, initial) => (isPreference(key) ? read(key, initial) : session.getItem(key, initial)),
    setItem: (key, value) => (isPreference(key) ? write(key, value) : session.setItem(key, value)),
    removeItem: (key) => (isPreference(key) ? write(key, undefined) : session.removeItem(key)),
    subscribe: (key, callback) =>
      isPreference(key) ? subscribe(() => callback(read(key))) : session.subscribe(key, callback),
    listItems(prefix = '') {
      const keys = [...unsaved.keys(), ...Object.keys(storage)].filter(isPreference);
      const preferences = keys.filter((key) => key.startsWith(prefix)).map((key) => [key, read(key)] as const);
      return Object.assign(Object.fromEntries(preferences), session.listItems?.(prefix));
    },
  });
}
