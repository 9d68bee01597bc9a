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
