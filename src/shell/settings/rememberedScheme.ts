export const SHELL_SETTINGS_KEY = 'shell-settings';

/**
 * The appearance that was asked for and stored; null when it follows the system. Read without the settings' schema,
 * which the login page does not wait for.
 */
export function rememberedScheme(storage: Pick<Storage, 'getItem'>): 'light' | 'dark' | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(SHELL_SETTINGS_KEY) ?? 'null');
    const scheme: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'colorScheme') : null;
    return scheme === 'light' || scheme === 'dark' ? scheme : null;
  } catch {
    return null;
  }
}

/** Tells the style sheets, the login page's too, whether they are light or dark; null: as the browser says. */
export function showColorScheme(scheme: 'light' | 'dark' | null): void {
  if (scheme === null) delete document.documentElement.dataset['colorScheme'];
  else document.documentElement.dataset['colorScheme'] = scheme;
}
