import { createTheme, type Theme, type ThemeOptions } from '@mui/material';
import type { Language } from '#shared/i18n/languages.ts';
import { FONT_STACKS } from './fontStacks.ts';
import { PALETTES } from './palettes.ts';

/** Sizes in use: 12, 13, 14, 16, 18, 22 and 28 px, so that two texts differ clearly or not at all. */
const typography = {
  htmlFontSize: 16,
  fontSize: 14,
  h4: { fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.3 },
  h5: { fontSize: '1.375rem', fontWeight: 600, lineHeight: 1.35 },
  h6: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 },
  subtitle1: { fontSize: '1rem', fontWeight: 500 },
  subtitle2: { fontSize: '0.875rem', fontWeight: 600 },
  body1: { fontSize: '0.875rem', lineHeight: 1.57 },
  body2: { fontSize: '0.8125rem', lineHeight: 1.54 },
  button: { fontSize: '0.875rem', fontWeight: 500, textTransform: 'none' },
  caption: { fontSize: '0.75rem', lineHeight: 1.5 },
} satisfies ThemeOptions['typography'];

/** Spacing is in steps of 8 px, half steps within a control. */
export function createConsoleTheme(mode: 'light' | 'dark', language: Language): Theme {
  return createTheme({
    palette: PALETTES[mode],
    shape: { borderRadius: 6 },
    spacing: 8,
    typography: { ...typography, fontFamily: FONT_STACKS[language] },
    components: {
      MuiCssBaseline: { styleOverrides: { body: { fontVariantNumeric: 'tabular-nums' } } },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: {
          root: ({ theme }) => ({
            '&.Mui-focusVisible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
          }),
        },
      },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiLink: {
        styleOverrides: {
          root: ({ theme }) => ({
            borderRadius: 2,
            '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
          }),
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiTextField: { defaultProps: { size: 'small' } },
      MuiFormControl: { defaultProps: { size: 'small' } },
      // Phones zoom into an input whose text is smaller than 16 px.
      MuiInputBase: { styleOverrides: { input: { '@media (pointer: coarse)': { fontSize: '1rem' } } } },
      MuiTooltip: { styleOverrides: { tooltip: { fontSize: '0.75rem' } } },
    },
  });
}
