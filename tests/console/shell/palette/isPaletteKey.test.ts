import { describe, expect, it } from 'vitest';
import { isPaletteKey } from '#console/shell/palette/PaletteHost.tsx';

const press = (key: string, init: KeyboardEventInit) => isPaletteKey(new KeyboardEvent('keydown', { key, ...init }));

describe('the keys of the palette', () => {
  it('are Ctrl+K and Command+K', () => {
    expect(press('k', { ctrlKey: true })).toBe(true);
    expect(press('K', { metaKey: true })).toBe(true);
  });

  it.each<KeyboardEventInit>([
    {},
    { ctrlKey: true, shiftKey: true },
    { ctrlKey: true, altKey: true },
    { ctrlKey: true, metaKey: true },
    { ctrlKey: true, repeat: true },
    { ctrlKey: true, isComposing: true },
  ])('are not K with %j', (init) => {
    expect(press('k', init)).toBe(false);
  });
});
