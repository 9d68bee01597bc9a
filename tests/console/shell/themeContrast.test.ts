import { createTheme, getContrastRatio } from '@mui/material';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mixColors, FRAMES, sidebarAccents, paletteOf, SIDEBAR_COLORS } from '#console/shell/palettes.ts';
import { PRESET_COLORS } from '#console/shell/settings/SettingsPanel.tsx';

/** WCAG 2.2 AA for text and for graphics. */
const TEXT = 4.5;
const GRAPHIC = 3;

const colors = fc.integer({ min: 0, max: 0xffffff }).map((color) => `#${color.toString(16).padStart(6, '0')}`);
const options = { examples: Object.values(PRESET_COLORS).map((color): [string] => [color]), numRuns: 300 };

const expectContrast = (color: string, ground: string, enough: number) =>
  expect(getContrastRatio(color, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(enough);

describe.each(['light', 'dark'] as const)('with any theme colour in the %s scheme', (mode) => {
  const paletteFor = (color: string) => createTheme({ palette: paletteOf(mode, color) }).palette;

  it('all texts are readable on rows that are selected or hovered, and the focus ring is visible', () => {
    fc.assert(
      fc.property(colors, (color) => {
        const { background, text, primary } = paletteFor(color);
        const { paper } = background;
        const [selected, hovered] = [mixColors(primary.main, paper, 0.08), mixColors(primary.main, paper, 0.1)];
        for (const ground of [selected, hovered, mixColors(text.primary, paper, 0.04)]) {
          for (const shade of [text.primary, text.secondary, primary.main]) expectContrast(shade, ground, TEXT);
          expectContrast(primary.main, ground, GRAPHIC);
        }
      }),
      options,
    );
  });

  it('coloured elements are readable when hovered: tabs, links, and outlined and plain buttons', () => {
    fc.assert(
      fc.property(colors, (color) => {
        const { action, background, common, primary } = paletteFor(color);
        const veil = mode === 'light' ? common.black : common.white;
        const hex = veil === '#fff' ? '#ffffff' : '#000000';
        for (const ground of [background.default, background.paper]) {
          expectContrast(primary.main, mixColors(hex, ground, action.hoverOpacity), TEXT);
          expectContrast(primary.main, mixColors(primary.main, ground, action.hoverOpacity), TEXT);
        }
      }),
      options,
    );
  });
});

it('the focus ring is visible on the current row in the sidebar, with any theme colour', () => {
  fc.assert(
    fc.property(colors, (color) => {
      for (const { background } of [FRAMES.live, FRAMES.test]) {
        const { accent, active } = sidebarAccents(color, background);
        expectContrast(SIDEBAR_COLORS.strong, active, GRAPHIC);
        expectContrast(accent, background, GRAPHIC);
      }
    }),
    options,
  );
});
