import { jsonOf } from '@merchant-console/protocol/jsonOf';

export const SHELL_SETTINGS_KEY = 'shell-settings';

/**
 * Stored colour scheme, or null if it follows the system. Read without the settings' schema, because the login page
 * doesn't load that.
 */
export function rememberedScheme(storage: Pick<Storage, 'getItem'>): 'light' | 'dark' | null {
  const stored = jsonOf(storage.getItem(SHELL_SETTINGS_KEY));
  const scheme: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'colorScheme') : null;
  return scheme === 'light' || scheme === 'dark' ? scheme : null;
}

/** Sets the colour scheme of the style sheets, including the login page's. Null follows the system. */
export function showColorScheme(scheme: 'light' | 'dark' | null): void {
  if (scheme === null) delete document.documentElement.dataset['colorScheme'];
  else document.documentElement.dataset['colorScheme'] = scheme;
}
