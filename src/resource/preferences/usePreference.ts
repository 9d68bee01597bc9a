import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Identifier } from 'react-admin';
import type { z } from 'zod';
import type { PreferenceStore } from './PreferenceStore.ts';
import { usePreferences } from './PreferencesProvider.tsx';

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
