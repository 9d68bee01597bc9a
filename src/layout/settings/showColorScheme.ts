/** Tells the style sheets, the login page's too, whether they are light or dark; null: as the browser says. */
export function showColorScheme(scheme: 'light' | 'dark' | null): void {
  if (scheme === null) delete document.documentElement.dataset['colorScheme'];
  else document.documentElement.dataset['colorScheme'] = scheme;
}
