import { contrast, mix } from './contrast.ts';
import { hexOfHsl, hslOf, type Hsl } from './hsl.ts';

export interface PrimaryColors {
  main: string;
  light: string;
  /** Buttons under the pointer. */
  dark: string;
  contrastText: string;
}

/** What the colour is read on. */
export interface Grounds {
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
export function fitted(color: Hsl, step: number, passes: (shade: string) => boolean): string {
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
