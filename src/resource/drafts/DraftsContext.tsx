import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { usePreferences } from '../preferences/PreferencesProvider.tsx';
import type { DraftStore } from './DraftStore.ts';

const DraftsContext = createContext<DraftStore | null>(null);

/** Gives forms the way to keep what is typed into them, and takes from the store what is not this user's. */
export function DraftsProvider({ store, children }: { store: DraftStore; children: ReactNode }) {
  const user = String(usePreferences().owner);
  useEffect(() => {
    if (user !== '') store.claim(user);
  }, [store, user]);
  return <DraftsContext value={store}>{children}</DraftsContext>;
}

/** Null where nothing is kept. */
export function useDrafts(): DraftStore | null {
  return useContext(DraftsContext);
}
