import { SHELL_SETTINGS_KEY } from './rememberedScheme.ts';
import { DEFAULT_SETTINGS, shellSettingsSchema, type ShellSettings } from './shellSettings.ts';

export interface ShellState {
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
