import { z } from 'zod';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { SHELL_SETTINGS_KEY } from './rememberedScheme.ts';

interface ShellState {
  settings: ShellSettings;
  /** The user wants settings and open pages back after a reload. */
  isRemembered: boolean;
}

export interface ShellSettingsStore {
  get(): ShellState;
  change(settings: Partial<ShellSettings>): void;
  /** Begins to store the settings in this browser, or forgets what was stored. */
  remember(isRemembered: boolean): void;
  subscribe(listener: () => void): () => void;
}

/**
 * The settings of this page of the browser. Nothing is stored unless the user asks for it.
 *
 * @param storage the browser's local storage; what it holds may be anything
 */
export function createShellSettingsStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): ShellSettingsStore {
  const listeners = new Set<() => void>();
  const stored = readStored(storage.getItem(SHELL_SETTINGS_KEY));
  let state: ShellState = { settings: stored ?? DEFAULT_SETTINGS, isRemembered: stored !== null };

  function become(next: ShellState): void {
    state = next;
    try {
      if (state.isRemembered) storage.setItem(SHELL_SETTINGS_KEY, JSON.stringify(state.settings));
      else storage.removeItem(SHELL_SETTINGS_KEY);
    } catch {
      // A full or forbidden storage: the settings last as long as the page.
    }
    listeners.forEach((listener) => listener());
  }

  return {
    get: () => state,
    change: (settings) => become({ ...state, settings: { ...state.settings, ...settings } }),
    remember: (isRemembered) => become({ ...state, isRemembered }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What is stored, with defaults where it has gaps; null when there is nothing that can be read. */
function readStored(text: string | null): ShellSettings | null {
  try {
    const stored = shellSettingsSchema.partial().safeParse(JSON.parse(text ?? 'null'));
    return stored.success ? shellSettingsSchema.parse({ ...DEFAULT_SETTINGS, ...stored.data }) : null;
  } catch {
    return null;
  }
}

export const COLOR_SCHEMES = ['system', 'light', 'dark'] as const;

/** What the settings drawer changes. */
const shellSettingsSchema = z.object({
  /** `#rrggbb`, as chosen; what is drawn in it may be a darker or lighter shade, for contrast. */
  themeColor: z.string().regex(/^#[0-9a-f]{6}$/),
  /** `system`: as the browser says. */
  colorScheme: z.enum(COLOR_SCHEMES),
  /** The bar of open pages, which are kept alive behind it. */
  tagsView: z.boolean(),
  /** Header and tab bar stay on top when the page is scrolled. */
  fixedHeader: z.boolean(),
  sidebarLogo: z.boolean(),
  /** Finds Chinese titles by how they are pronounced. */
  pinyinSearch: z.boolean(),
});
export type ShellSettings = z.infer<typeof shellSettingsSchema>;

/** The spec's. */
export const DEFAULT_SETTINGS: ShellSettings = {
  themeColor: '#1890ff',
  colorScheme: 'system',
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: false,
  pinyinSearch: true,
};

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
