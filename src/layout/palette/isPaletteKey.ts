/** Ctrl+K, or Command+K on a Mac, pressed once and on its own. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = event;
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey && !repeat && !isComposing;
}

/** The same keys, as people of this system write them. */
export function paletteKeys({ userAgent }: Pick<Navigator, 'userAgent'>): string {
  return /Mac/.test(userAgent) ? '⌘K' : 'Ctrl+K';
}
