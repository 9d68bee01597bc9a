import { getContrastRatio } from '@mui/material';
import { describe, expect, it } from 'vitest';
import { FRAMES, SIDEBAR_COLORS, TEST_FRAME_COLOR } from '#console/shell/palettes.ts';
import { createConsoleTheme } from '#console/shell/theme.ts';

/** WCAG 2.2 AA for text. */
const ENOUGH = 4.5;

describe.each(['light', 'dark'] as const)('the %s colours', (mode) => {
  const { palette } = createConsoleTheme(mode, 'en');
  const grounds = [palette.background.default, palette.background.paper];
  const texts = [palette.text.primary, palette.text.secondary];
  const signals = [palette.primary, palette.success, palette.warning, palette.error, palette.info];

  it.each([...texts, ...signals.map(({ main }) => main)])('%s is readable on page and paper', (color) => {
    for (const ground of grounds) expect(getContrastRatio(color, ground)).toBeGreaterThanOrEqual(ENOUGH);
  });

  it('are readable on buttons', () => {
    for (const { main, contrastText } of signals) {
      expect(getContrastRatio(contrastText, main)).toBeGreaterThanOrEqual(ENOUGH);
    }
  });
});

it.each([...Object.values(FRAMES.live), ...Object.values(FRAMES.test)])(
  "the sidebar's text is readable on %s",
  (ground) => {
    expect(getContrastRatio(SIDEBAR_COLORS.text, ground)).toBeGreaterThanOrEqual(ENOUGH);
    expect(getContrastRatio(SIDEBAR_COLORS.strong, ground)).toBeGreaterThanOrEqual(ENOUGH);
  },
);

it('the banner of test mode is readable', () => {
  expect(getContrastRatio('#ffffff', TEST_FRAME_COLOR)).toBeGreaterThanOrEqual(ENOUGH);
});
