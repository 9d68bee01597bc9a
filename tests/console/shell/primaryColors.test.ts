import { getContrastRatio } from '@mui/material';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mixColors,
  hexOfHsl,
  hslOf,
  FRAMES,
  primaryColors,
  sidebarAccents,
  SIDEBAR_COLORS,
} from '#console/shell/palettes.ts';
import { createConsoleTheme } from '#console/shell/theme.ts';

/** WCAG 2.2 AA for text and for graphics. */
const TEXT = 4.5;
const GRAPHIC = 3;

const colors = fc
  .tuple(...([0, 1, 2] as const).map(() => fc.integer({ min: 0, max: 255 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);
const EXTREMES = [
  '#000000',
  '#ffffff',
  '#ffff00',
  '#0000ff',
  '#00ff00',
  '#ff0000',
  '#808080',
  '#010101',
  '#fefefe',
  '#474900',
];
const examples = EXTREMES.map((color): [string] => [color]);

describe.each(['light', 'dark'] as const)('any colour in the %s scheme', (mode) => {
  const { background, action } = createConsoleTheme(mode, 'en').palette;
  const grounds = { page: background.default, paper: background.paper };

  it('is readable as text on page, paper and selected rows, and as the background of buttons, pressed or not', () => {
    fc.assert(
      fc.property(colors, (color) => {
        const { main, dark, contrastText } = primaryColors(color, mode, grounds);
        const selected = mixColors(main, grounds.paper, action.selectedOpacity + action.hoverOpacity);
        for (const ground of [grounds.page, grounds.paper, selected, contrastText]) {
          expect(getContrastRatio(main, ground)).toBeGreaterThanOrEqual(TEXT);
        }
        expect(getContrastRatio(dark, contrastText)).toBeGreaterThanOrEqual(TEXT);
      }),
      { examples, numRuns: 2000 },
    );
  });

  it('keeps its hue', () => {
    fc.assert(
      fc.property(colors, (color) => {
        const chosen = hslOf(color);
        const main = hslOf(primaryColors(color, mode, grounds).main);
        // At low saturation, rounding to 8 bits shifts the hue.
        fc.pre(Math.min(chosen.saturation, main.saturation) > 0.2);
        const apart = Math.abs(chosen.hue - main.hue);
        expect(Math.min(apart, 6 - apart)).toBeLessThan(0.1);
      }),
      { numRuns: 2000 },
    );
  });

  it('is unchanged if it is readable', () => {
    const readable = mode === 'light' ? '#304156' : '#ffff00';
    expect(primaryColors(readable, mode, grounds).main).toBe(readable);
  });
});

it("any colour is visible in the sidebar, whose texts are readable on the current row's background", () => {
  fc.assert(
    fc.property(colors, (color) => {
      for (const { background } of [FRAMES.live, FRAMES.test]) {
        const { accent, active } = sidebarAccents(color, background);
        expect(getContrastRatio(accent, active)).toBeGreaterThanOrEqual(GRAPHIC);
        expect(getContrastRatio(SIDEBAR_COLORS.text, active)).toBeGreaterThanOrEqual(TEXT);
        expect(getContrastRatio(SIDEBAR_COLORS.strong, active)).toBeGreaterThanOrEqual(TEXT);
      }
    }),
    { examples, numRuns: 2000 },
  );
});

it('a colour survives the conversion to hue, saturation and lightness and back', () => {
  fc.assert(
    fc.property(colors, (color) => {
      expect(hexOfHsl(hslOf(color))).toBe(color);
    }),
    { examples, numRuns: 2000 },
  );
});
