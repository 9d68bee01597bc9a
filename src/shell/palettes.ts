import type { PaletteOptions } from '@mui/material';

/** Colours without the theme colour, which the user chooses. */
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
    // Keeps text on the darker shades readable: in toasts it is nearly black.
    tonalOffset: { light: 0.2, dark: 0.15 },
  },
} satisfies Record<'light' | 'dark', PaletteOptions>;

/** @param color any `#rrggbb`; the palette gets a readable shade of it */
export function paletteOf(mode: 'light' | 'dark', color: string): PaletteOptions {
  const palette = PALETTES[mode];
  const { default: page, paper } = palette.background;
  return { ...palette, primary: primaryColors(color, mode, { page, paper }) };
}

/**
 * Sidebar colours of each side. The sidebar is dark in both schemes, and its text has a contrast of 9.9. Colours that
 * depend on the theme colour are custom properties.
 */
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

/** WCAG requires 3 for graphics; the rest covers rounding. */
const ENOUGH_FOR_MARKS = 3.1;
const SHARE = 0.2;

/**
 * Shades of the theme colour for the current row of the sidebar, which is dark in both schemes: its marker and its
 * background.
 */
export function sidebarAccents(color: string, background: string): { accent: string; active: string } {
  const tint = (shade: string) => mixColors(shade, background, SHARE);
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

/** Backgrounds of text in the theme colour. */
interface Grounds {
  page: string;
  paper: string;
}

/** WCAG 2.2 AA requires 4.5 for text; the rest covers rounding. */
const ENOUGH = 4.6;
/** A paler shade glares less as text on a dark background. */
const ENOUGH_ON_DARK = 7;
/** Share of the theme colour in the background of selected and hovered items. */
const TINT = { light: 0.12, dark: 0.24 };
const STEP = 0.005;

/**
 * Shades of a chosen colour that are readable on page and paper, and on which the text of buttons is readable. Hue and
 * saturation stay; lightness changes as little as possible.
 *
 * @param color any `#rrggbb`
 */
export function primaryColors(color: string, mode: 'light' | 'dark', grounds: Grounds): PrimaryColors {
  return mode === 'light' ? onLight(color, grounds) : onDark(color, grounds);
}

function onLight(color: string, { page, paper }: Grounds): PrimaryColors {
  const contrastText = '#ffffff';
  const main = fitted(hslOf(color), -STEP, (shade) =>
    [page, paper, contrastText, mixColors(shade, paper, TINT.light)].every(
      (ground) => contrast(shade, ground) >= ENOUGH,
    ),
  );
  const { lightness } = hslOf(main);
  // A nearly black colour has no distinct darker shade, so it gets a lighter one that keeps enough contrast (pale
  // yellows don't).
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
      contrast(shade, mixColors(shade, paper, TINT.dark)) >= ENOUGH,
  );
  const dark = fitted(hslOf(moved(main, -0.12)), STEP, (shade) => contrast(shade, contrastText) >= ENOUGH);
  return { main, light: moved(main, 0.1), dark, contrastText };
}

/** The colour, or the first shade in steps of `step` that passes. Ends with black or white. */
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

/** Red, green and blue of a colour `#rrggbb`, each from 0 to 1. */
type Rgb = readonly [number, number, number];

function rgbOf(hex: string): Rgb {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

function hexOf(rgb: Rgb): string {
  const digits = rgb.map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/** Lays `share` (0 to 1) of `color` over `ground`. All colours are `#rrggbb`. */
export function mixColors(color: string, ground: string, share: number): string {
  const [top, bottom] = [rgbOf(color), rgbOf(ground)];
  const part = (index: 0 | 1 | 2) => top[index] * share + bottom[index] * (1 - share);
  return hexOf([part(0), part(1), part(2)]);
}

/** WCAG contrast ratio of two colours `#rrggbb`, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [first, second] = [luminance(rgbOf(one)), luminance(rgbOf(other))];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(rgb: Rgb): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
}

/** Hue in sixths of the circle, saturation and lightness from 0 to 1. */
interface Hsl {
  hue: number;
  saturation: number;
  lightness: number;
}

/** Converts a colour `#rrggbb`. */
export function hslOf(hex: string): Hsl {
  const [red, green, blue] = rgbOf(hex);
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  const lightness = max - range / 2;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const hue =
    max === red
      ? ((green - blue) / range + 6) % 6
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { hue, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

/** Converts a colour to `#rrggbb`. */
export function hexOfHsl({ hue, saturation, lightness }: Hsl): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const turn = (hue * 2 + offset) % 12;
    return lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1));
  };
  return hexOf([part(0), part(8), part(4)]);
}
