import { useCallback, useMemo, useSyncExternalStore, createContext, useContext, type ReactNode } from 'react';
import { type Identifier, type Store, useGetIdentity, useStoreContext } from 'react-admin';
import type { z } from 'zod';

export interface Preference<T> {
  value: T;
  /** Changes the stored value, which another tab may have changed. */
  change(next: (current: T) => T): void;
  /** True while the user isn't known. Until then the value is the default. */
  isPending: boolean;
}

/**
 * A preference of the signed-in user, stored in this browser. The key has the user's ID, so that users of the same
 * browser don't share it. It stays after signing out.
 *
 * @param schema parses the stored value, which may be undefined; must not fail but return a default for what it can't
 * read
 */
export function usePreference<S extends z.ZodType>(name: string, schema: S): Preference<z.output<S>> {
  const { owner, isPending } = usePreferences();
  const { subscribe, getItem, setItem } = useStoreContext();
  const key = keyOf(owner, name);
  // Not `useStore`, which renders the previous key's value once, so the list would be fetched twice.
  const text: string | undefined = useSyncExternalStore(
    useCallback((listener) => subscribe(key, listener), [subscribe, key]),
    () => JSON.stringify(getItem(key)),
  );
  const value = useMemo(() => schema.parse(text === undefined ? text : JSON.parse(text)), [schema, text]);
  const change = useCallback<Preference<z.output<S>>['change']>(
    (next) => setItem(key, next(schema.parse(getItem(key)))),
    [getItem, setItem, key, schema],
  );
  return { value, change, isPending };
}

/** The preference `name` of each user of this browser. */
export function preferencesOfAll<S extends z.ZodType>(store: Store, name: string, schema: S): z.output<S>[] {
  const items = Object.entries(store.listItems?.() ?? {});
  return items.filter(([key]) => key === keyOf(key.split('/')[1] ?? '', name)).map(([, value]) => schema.parse(value));
}

const keyOf = (owner: Identifier, name: string) => `preferences/${owner}/${name}`;

interface Preferences {
  /**
   * ID of the user who owns preferences and drafts, distinct for each side (live, test); '' if it isn't known (yet).
   */
  owner: Identifier;
  /** True while the user isn't known. */
  isPending: boolean;
}

const TEST_SIDE = ' test';

/** The user of an owner of preferences and drafts, whichever the side. */
export function userOf(owner: string): string {
  return owner.endsWith(TEST_SIDE) ? owner.slice(0, -TEST_SIDE.length) : owner;
}

const PreferencesContext = createContext<Preferences | null>(null);

interface PreferencesProviderProps {
  /** The session's side. Each side has its own preferences and drafts. */
  side?: 'live' | 'test';
  children: ReactNode;
}

/** Determines the signed-in user once for everything below it. */
export function PreferencesProvider({ side = 'live', children }: PreferencesProviderProps) {
  const { identity, isPending } = useGetIdentity();
  const user = identity?.id ?? '';
  const owner = user === '' || side === 'live' ? user : `${user}${TEST_SIDE}`;
  const preferences = useMemo(() => ({ owner, isPending }), [owner, isPending]);
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>;
}

/** @throws Error outside `PreferencesProvider` */
export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (!preferences) throw new Error('Preferences need a PreferencesProvider above them');
  return preferences;
}
