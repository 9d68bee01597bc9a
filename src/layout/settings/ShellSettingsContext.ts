import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ShellSettingsStore, ShellState } from './shellSettingsStore.ts';

const StoreContext = createContext<ShellSettingsStore | null>(null);
export const ShellSettingsProvider = StoreContext.Provider;

/**
 * The shell's settings now, and the way to change them.
 * @throws Error outside `ShellSettingsProvider`
 */
export function useShellSettings(): ShellState & Pick<ShellSettingsStore, 'change' | 'remember'> {
  const store = useContext(StoreContext);
  if (!store) throw new Error('The shell needs a ShellSettingsProvider above it');
  const state = useSyncExternalStore(store.subscribe, store.get);
  return { ...state, change: store.change, remember: store.remember };
}
