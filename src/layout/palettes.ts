import type { PaletteOptions } from '@mui/material';

/**
 * The product's blue is #1890ff. As text, or under white text, it has a contrast of 3.2; the light palette's main is the
 * same hue at 5.2 on white and 4.8 on the page's grey, where 4.5 is asked for.
 */
export const ACCENT = '#1890ff';

export const PALETTES: Record<'light' | 'dark', PaletteOptions> = {
  light: {
    mode: 'light',
    primary: { main: '#0f6ec6', light: ACCENT, dark: '#0a559c', contrastText: '#ffffff' },
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
    primary: { main: '#58aeff', light: '#8cc7ff', dark: ACCENT, contrastText: '#06182b' },
    success: { main: '#5cc98d' },
    warning: { main: '#e8ae4f' },
    error: { main: '#ff8a80' },
    info: { main: '#58aeff' },
    text: { primary: '#e6ebf2', secondary: '#9aa7b8' },
    divider: '#2a3543',
    background: { default: '#0d131b', paper: '#151d28' },
  },
};

/** The sidebar is dark in both schemes; its text has a contrast of 9.9. */
export const SIDEBAR_COLORS = {
  background: '#0c1a2d',
  nested: '#091423',
  text: '#b7c4d6',
  strong: '#ffffff',
  hover: '#16273e',
  active: '#143457',
  accent: ACCENT,
};
