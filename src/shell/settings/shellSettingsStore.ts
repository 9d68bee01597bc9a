import { z } from 'zod';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { createListeners } from '#shared/createListeners.ts';
import { jsonOf } from '@merchant-console/protocol/jsonOf';
import { SHELL_SETTINGS_KEY } from './rememberedScheme.ts';

interface ShellState {
  settings: ShellSettings;
  /** True if settings and open pages are restored after a reload. */
  isRemembered: boolean;
}

export type ShellSettingsStore = ReturnType<typeof createShellSettingsStore>;

/**
 * Holds the settings of this browser tab. Stores them only if the user asks for it.
 *
 * @param storage the browser's local storage; its content is not trusted
 */
export function createShellSettingsStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const { subscribe, notify } = createListeners();
  const stored = readStored(storage.getItem(SHELL_SETTINGS_KEY));
  let state: ShellState = { settings: stored ?? DEFAULT_SETTINGS, isRemembered: stored !== null };

  function become(next: ShellState): void {
    state = next;
    try {
      if (state.isRemembered) storage.setItem(SHELL_SETTINGS_KEY, JSON.stringify(state.settings));
      else storage.removeItem(SHELL_SETTINGS_KEY);
    } catch {
      // The storage is full or forbidden. The settings last until the page is reloaded.
    }
    notify();
  }

  return {
    get: () => state,
    change: (settings: Partial<ShellSettings>) => become({ ...state, settings: { ...state.settings, ...settings } }),
    /** Starts storing the settings in this browser, or deletes the stored ones. */
    remember: (isRemembered: boolean) => become({ ...state, isRemembered }),
    subscribe,
  };
}

/** Stored settings, with defaults for missing ones. Null if there are none or they can't be read. */
function readStored(text: string | null): ShellSettings | null {
  const stored = shellSettingsSchema.partial().safeParse(jsonOf(text));
  return stored.success ? shellSettingsSchema.parse({ ...DEFAULT_SETTINGS, ...stored.data }) : null;
}

export const COLOR_SCHEMES = ['system', 'light', 'dark'] as const;

/** Settings that the drawer changes. */
const shellSettingsSchema = z.object({
  /** `#rrggbb` as chosen. A darker or lighter shade may be rendered for contrast. */
  themeColor: z.string().regex(/^#[0-9a-f]{6}$/),
  /** `system` follows the browser. */
  colorScheme: z.enum(COLOR_SCHEMES),
  /** True to show a bar of the open pages and keep them in memory. */
  tagsView: z.boolean(),
  /** True to keep header and tab bar visible when the page is scrolled. */
  fixedHeader: z.boolean(),
  sidebarLogo: z.boolean(),
  /** True to find Chinese titles by their pinyin. */
  pinyinSearch: z.boolean(),
});
export type ShellSettings = z.infer<typeof shellSettingsSchema>;

/** Set by the spec. */
export const DEFAULT_SETTINGS: ShellSettings = {
  themeColor: '#1890ff',
  colorScheme: 'system',
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: false,
  pinyinSearch: true,
};

const StoreContext = createContext<ShellSettingsStore | null>(null);
/** For tests. Without it, the settings are those of this browser tab. */
export const ShellSettingsProvider = StoreContext.Provider;

let ofTab: ShellSettingsStore | null = null;

/** The shell's current settings, and functions that change them. They outlive the session. */
export function useShellSettings(): ShellState & Pick<ShellSettingsStore, 'change' | 'remember'> {
  const store = useContext(StoreContext) ?? (ofTab ??= createShellSettingsStore(window.localStorage));
  const state = useSyncExternalStore(store.subscribe, store.get);
  return { ...state, change: store.change, remember: store.remember };
}
