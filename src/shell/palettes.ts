import type { PaletteOptions } from '@mui/material';
import { contrast, mix, hexOfHsl, hslOf, type Hsl } from './colors.ts';

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
export const FRAMES = {
  live: { background: '#0c1a2d', nested: '#091423', hover: '#16273e' },
  test: { background: '#3a2106', nested: '#2c1804', hover: '#4d2f0d' },
} as const;

/** Frame and banner of test mode, in both schemes. White text on it has a contrast of 5.5. */
export const TEST_FRAME_COLOR = '#b04a00';

export const SIDEBAR_COLORS = {
  background: 'var(--sidebar-background)',
  nested: 'var(--sidebar-nested)',
  hover: 'var(--sidebar-hover)',
  text: '#b7c4d6',
  strong: '#ffffff',
  active: 'var(--sidebar-active)',
  accent: 'var(--sidebar-accent)',
};

/** WCAG asks 3 of what is no text. */
const ENOUGH_FOR_MARKS = 3.1;
const SHARE = 0.2;

/** The chosen colour in the sidebar, which is dark in both schemes: the current row's mark, and its ground. */
export function sidebarAccents(color: string, background: string): { accent: string; active: string } {
  const tint = (shade: string) => mix(shade, background, SHARE);
  const accent = fitted(hslOf(color), STEP, (shade) => contrast(shade, tint(shade)) >= ENOUGH_FOR_MARKS);
  return { accent, active: tint(accent) };
}

interface PrimaryColors {
  main: string;
  light: string;
  /** Buttons under the pointer. */
  dark: string;
  contrastText: string;
}

/** What the colour is read on. */
interface Grounds {
  page: string;
  paper: string;
}

/** WCAG 2.2 AA asks 4.5 of text; the rest is for roundings. */
const ENOUGH = 4.6;
/** Coloured text on dark ground glares less in a paler shade. */
const ENOUGH_ON_DARK = 7;
/** Share of the colour in the ground of what is selected and under the pointer. */
const TINT = { light: 0.12, dark: 0.24 };
const STEP = 0.005;

/**
 * The shades of a chosen colour in which text can be read on page and paper, and text on buttons. Hue and saturation
 * stay, lightness moves as little as it must.
 *
 * @param color `#rrggbb`, any
 */
export function primaryColors(color: string, mode: 'light' | 'dark', grounds: Grounds): PrimaryColors {
  return mode === 'light' ? onLight(color, grounds) : onDark(color, grounds);
}

function onLight(color: string, { page, paper }: Grounds): PrimaryColors {
  const contrastText = '#ffffff';
  const main = fitted(hslOf(color), -STEP, (shade) =>
    [page, paper, contrastText, mix(shade, paper, TINT.light)].every((ground) => contrast(shade, ground) >= ENOUGH),
  );
  const { lightness } = hslOf(main);
  // What is nearly black has no darker shade that differs, and of yellow a paler one is soon too pale.
  const dark =
    lightness > 0.15
      ? moved(main, -0.08)
      : fitted(hslOf(moved(main, 0.1)), -STEP, (shade) => contrast(shade, contrastText) >= ENOUGH);
  return { main, light: moved(main, 0.13), dark, contrastText };
}

function onDark(color: string, { page, paper }: Grounds): PrimaryColors {
  const contrastText = '#06182b';
  const main = fitted(
    hslOf(color),
    STEP,
    (shade) =>
      [page, paper].every((ground) => contrast(shade, ground) >= ENOUGH_ON_DARK) &&
      contrast(shade, mix(shade, paper, TINT.dark)) >= ENOUGH,
  );
  const dark = fitted(hslOf(moved(main, -0.12)), STEP, (shade) => contrast(shade, contrastText) >= ENOUGH);
  return { main, light: moved(main, 0.1), dark, contrastText };
}

/** The colour, or the first shade in the direction of `step` that passes; at the end of the scale black or white. */
function fitted(color: Hsl, step: number, passes: (shade: string) => boolean): string {
  for (let lightness = color.lightness; ; lightness += step) {
    const shade = hexOfHsl({ ...color, lightness: within(lightness) });
    if (passes(shade) || lightness !== within(lightness)) return shade;
  }
}

function moved(color: string, by: number): string {
  const hsl = hslOf(color);
  return hexOfHsl({ ...hsl, lightness: within(hsl.lightness + by) });
}

function within(lightness: number): number {
  return Math.min(1, Math.max(0, lightness));
}
