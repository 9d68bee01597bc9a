import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useGetIdentity, type Identifier } from 'react-admin';
import type { PreferenceStore } from './PreferenceStore.ts';

interface Preferences {
  store: PreferenceStore;
  /** Id of the user whose preferences count; '' while it is not known, or can't be. */
  owner: Identifier;
  /** It is not known yet. */
  isPending: boolean;
}

const PreferencesContext = createContext<Preferences | null>(null);

/** Finds out, once for all below it, who is signed in. */
export function PreferencesProvider({ store, children }: { store: PreferenceStore; children: ReactNode }) {
  const { identity, isPending } = useGetIdentity();
  const owner = identity?.id ?? '';
  const preferences = useMemo(() => ({ store, owner, isPending }), [store, owner, isPending]);
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>;
}

/** @throws Error outside `PreferencesProvider` */
export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (!preferences) throw new Error('Preferences need a PreferencesProvider above them');
  return preferences;
}
