import { useCallback, useMemo, useSyncExternalStore, createContext, useContext, type ReactNode } from 'react';
import { type Identifier, useGetIdentity } from 'react-admin';
import type { z } from 'zod';
import type { PreferenceStore } from './PreferenceStore.ts';

export interface Preference<T> {
  value: T;
  /** Changes what is stored now, which another tab may have changed meanwhile. */
  change(next: (current: T) => T): void;
  /** It is not yet known whose it is; until then it has its default. */
  isPending: boolean;
}

/**
 * What the signed-in user prefers under `name`, in this browser. The key has the user's id, so that two users of one
 * browser don't share it, and it stays when one signs out.
 *
 * @param schema reads what is stored, undefined included, and never fails: what it can't read gets a default
 */
export function usePreference<S extends z.ZodType>(name: string, schema: S): Preference<z.output<S>> {
  const { store, owner, isPending } = usePreferences();
  const key = keyOf(owner, name);
  const text = useSyncExternalStore(store.subscribe, () => store.read(key));
  const value = useMemo(() => schema.parse(jsonOf(text)), [schema, text]);
  const change = useCallback<Preference<z.output<S>>['change']>(
    (next) => store.write(key, JSON.stringify(next(schema.parse(jsonOf(store.read(key)))))),
    [store, key, schema],
  );
  return { value, change, isPending };
}

/** What each user of this browser prefers under `name`. */
export function preferencesOfAll<S extends z.ZodType>(store: PreferenceStore, name: string, schema: S): z.output<S>[] {
  const keys = store.keys().filter((key) => key === keyOf(key.split('/')[1] ?? '', name));
  return keys.map((key) => schema.parse(jsonOf(store.read(key))));
}

const keyOf = (owner: Identifier, name: string) => `preferences/${owner}/${name}`;

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Preferences {
  store: PreferenceStore;
  /** ID of the user whose preferences and drafts count, on the session's side; '' while it isn't known, or can't be. */
  owner: Identifier;
  /** It is not known yet. */
  isPending: boolean;
}

const PreferencesContext = createContext<Preferences | null>(null);

interface PreferencesProviderProps {
  store: PreferenceStore;
  /** Preferences and drafts of one side aren't found on the other. */
  side?: 'live' | 'test';
  children: ReactNode;
}

/** Finds out, once for all below it, who is signed in. */
export function PreferencesProvider({ store, side = 'live', children }: PreferencesProviderProps) {
  const { identity, isPending } = useGetIdentity();
  const user = identity?.id ?? '';
  const owner = user === '' || side === 'live' ? user : `${user} test`;
  const preferences = useMemo(() => ({ store, owner, isPending }), [store, owner, isPending]);
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>;
}

/** @throws Error outside `PreferencesProvider` */
export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (!preferences) throw new Error('Preferences need a PreferencesProvider above them');
  return preferences;
}
