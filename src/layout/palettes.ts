import type { PaletteOptions } from '@mui/material';
import { primaryColors } from './colors/primaryColors.ts';

/** Without the colour that the user chooses. */
const PALETTES = {
  light: {
    mode: 'light',
    success: { main: '#1b7f4b' },
    warning: { main: '#9a5b00' },
    error: { main: '#c62f2f' },
    info: { main: '#0f6ec6' },
    text: { primary: '#17212f', secondary: '#5b6778' },
    divider: '#e1e6ed',
    background: { default: '#f4f6f9', paper: '#ffffff' },
  },
  dark: {
    mode: 'dark',
    success: { main: '#5cc98d' },
    warning: { main: '#e8ae4f' },
    error: { main: '#ff8a80' },
    info: { main: '#58aeff' },
    text: { primary: '#e6ebf2', secondary: '#9aa7b8' },
    divider: '#2a3543',
    background: { default: '#0d131b', paper: '#151d28' },
    // Text on the darker shades, as in toasts, is nearly black.
    tonalOffset: { light: 0.2, dark: 0.15 },
  },
} satisfies Record<'light' | 'dark', PaletteOptions>;

/** @param color `#rrggbb`, any; the palette has a shade of it that can be read */
export function paletteOf(mode: 'light' | 'dark', color: string): PaletteOptions {
  const palette = PALETTES[mode];
  const { default: page, paper } = palette.background;
  return { ...palette, primary: primaryColors(color, mode, { page, paper }) };
}

/** The sidebar is dark in both schemes; its text has a contrast of 9.9. What follows the theme colour is a property. */
export const SIDEBAR_COLORS = {
  background: '#0c1a2d',
  nested: '#091423',
  text: '#b7c4d6',
  strong: '#ffffff',
  hover: '#16273e',
  active: 'var(--sidebar-active)',
  accent: 'var(--sidebar-accent)',
};
