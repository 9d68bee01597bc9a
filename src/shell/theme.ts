import { createTheme, duration, type Theme, type ThemeOptions, type Components } from '@mui/material';
import type { MouseEvent } from 'react';
import type { Language } from '@merchant-console/declaration/languages';
import { FRAMES, sidebarAccents, paletteOf } from './palettes.ts';
import { DEFAULT_SETTINGS } from './settings/shellSettingsStore.ts';

/** Font sizes in use: 12, 13, 14, 16, 18, 22 and 28 px, so that two texts differ clearly or not at all. */
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

/** Turns animations off for users who prefer reduced motion. */
const stillness = {
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '1ms !important',
      animationIterationCount: '1 !important',
      // Not 1 ms, because every property of every element, including the focus ring, would then change a frame late.
      transitionDuration: '0s !important',
    },
  },
};

/**
 * MUI's components wait for their own timers before they unmount a closed menu or dialog. CSS doesn't shorten those
 * timers, and until they end the closed element covers the page and swallows clicks.
 */
const atOnce = {
  duration: Object.fromEntries(Object.keys(duration).map((name) => [name, 0])),
  getAutoHeightDuration: () => 0,
} satisfies ThemeOptions['transitions'];

/**
 * Ignores the second click of a double click that opened a dialog. It lands on the backdrop and would close the dialog.
 */
function ignoreSecondClick(event: MouseEvent<HTMLElement>): void {
  if (event.detail > 1 && event.target === event.currentTarget) event.stopPropagation();
}

/**
 * The console's theme. Spacing is in steps of 8 px, half steps within a control.
 *
 * @param color any `#rrggbb`, chosen by the user
 * @param isStill true if the user's system asks for reduced motion
 * @param side whose colours the sidebar has
 */
export function createConsoleTheme(
  mode: 'light' | 'dark',
  language: Language,
  color: string = DEFAULT_SETTINGS.themeColor,
  isStill = false,
  side: keyof typeof FRAMES = 'live',
): Theme {
  const frame = FRAMES[side];
  const { accent, active } = sidebarAccents(color, frame.background);
  return createTheme({
    palette: paletteOf(mode, color),
    ...(isStill && { transitions: atOnce }),
    shape: { borderRadius: 6 },
    spacing: 8,
    typography: { ...typography, fontFamily: FONT_STACKS[language] },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          ':root': {
            '--sidebar-accent': accent,
            '--sidebar-active': active,
            '--sidebar-background': frame.background,
            '--sidebar-nested': frame.nested,
            '--sidebar-hover': frame.hover,
          },
          // Keeps content that is scrolled into view from ending under a sticky header.
          html: { scrollPaddingTop: 'var(--sticky-top, 0px)' },
          body: { fontVariantNumeric: 'tabular-nums' },
          // Keeps words of Japanese together where the browser can tell them apart, and single characters off last lines.
          'p, dt, th, h1, h2, .MuiFormHelperText-root, .MuiAlert-message': {
            wordBreak: 'auto-phrase',
            overflowWrap: 'break-word',
            textWrap: 'pretty',
          },
          // Browsers give these elements their own font.
          'button, input, select, textarea': { fontFamily: 'inherit' },
          ...stillness,
        },
      },
      ...SIZED_COMPONENTS,
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: {
          root: ({ theme }) => ({
            '&[aria-disabled=true]': { opacity: theme.palette.action.disabledOpacity, cursor: 'not-allowed' },
            '&.Mui-focusVisible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
          }),
        },
      },
      // These enable ripples in spite of MuiButtonBase's default.
      MuiCheckbox: { defaultProps: { disableRipple: true } },
      MuiRadio: { defaultProps: { disableRipple: true } },
      MuiButton: { ...SIZED_COMPONENTS.MuiButton, defaultProps: { disableElevation: true } },
      // A tab in the address would be another page of the console, which has its own tabs.
      RaTabbedForm: { defaultProps: { syncWithLocation: false } },
      RaTabbedShowLayout: { defaultProps: { syncWithLocation: false } },
      // A table of react-admin that is wider than the page scrolls in its own box. Otherwise the page scrolls, and cuts the toolbar off.
      RaList: { styleOverrides: { root: { '& .RaList-main': { minWidth: 0 } } } },
      RaEdit: { styleOverrides: { root: { '& .RaEdit-card': { minWidth: 0 } } } },
      RaShow: { styleOverrides: { root: { '& .RaShow-card': { minWidth: 0 } } } },
      RaDataTable: { styleOverrides: { root: { '& .RaDataTable-tableWrapper': { overflowX: 'auto' } } } },
      RaDatagrid: { styleOverrides: { root: { '& .RaDatagrid-tableWrapper': { overflowX: 'auto' } } } },
      // Wraps between buttons that don't fit side by side, not inside their labels.
      MuiDialogActions: { styleOverrides: { root: { flexWrap: 'wrap', rowGap: 8 } } },
      MuiDialogContent: {
        styleOverrides: {
          // The label on the upper border of a first input would be cut off: MUI leaves no space below a title.
          root: { '& > .MuiFormControl-root:not(.MuiFormControl-marginDense):first-child': { marginTop: 8 } },
        },
      },
      MuiDialog: { defaultProps: { slotProps: { container: { onClickCapture: ignoreSecondClick } } } },
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
      // Its own grey is too faint under the pointer.
      MuiToggleButton: {
        styleOverrides: { root: ({ theme }) => ({ '&:not(.Mui-selected)': { color: theme.palette.text.secondary } }) },
      },
      MuiFormControl: { defaultProps: { size: 'small' } },
      // Phones zoom into an input whose text is smaller than 16 px.
      MuiInputBase: { styleOverrides: { input: { '@media (pointer: coarse)': { fontSize: '1rem' } } } },
      MuiTooltip: { styleOverrides: { tooltip: { fontSize: '0.75rem' } } },
    },
  });
}

const LATIN = '"Inter", "Segoe UI", Roboto, "Helvetica Neue", Arial';
const CHINESE = '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC"';
const JAPANESE = '"Hiragino Sans", "Yu Gothic UI", "Meiryo", "Noto Sans JP", "Noto Sans CJK JP", "Source Han Sans"';

/**
 * Without any of the Latin fonts, as on some Linux machines. Apostrophes and the dots of a masked number are as wide as a
 * character in Noto's Chinese fonts, but not in its Japanese one.
 */
const WITHOUT_LATIN = '"Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK JP"';

/** Fonts on the user's machine. Those of the user's language come first, because many characters differ in form. */
const FONT_STACKS: Record<Language, string> = {
  en: `${LATIN}, ${WITHOUT_LATIN}, ${CHINESE}, ${JAPANESE}, sans-serif`,
  es: `${LATIN}, ${WITHOUT_LATIN}, ${CHINESE}, ${JAPANESE}, sans-serif`,
  zh: `${LATIN}, ${CHINESE}, ${JAPANESE}, sans-serif`,
  ja: `${LATIN}, ${JAPANESE}, ${CHINESE}, sans-serif`,
};

/** Space above and below one line of an input. */
const INPUT_PADDING = 'calc((var(--input-height) - 1.4375em) / 2)';

/** Heights and paddings that follow the size (`SIZE_METRICS`). */
const SIZED_COMPONENTS: Components<Theme> = {
  MuiOutlinedInput: {
    styleOverrides: {
      root: { '&.MuiInputBase-multiline': { paddingBlock: INPUT_PADDING } },
      input: { '&:not(.MuiInputBase-inputMultiline)': { paddingBlock: INPUT_PADDING } },
    },
  },
  MuiInputLabel: {
    styleOverrides: {
      outlined: { '&:not(.MuiInputLabel-shrink)': { transform: `translate(14px, ${INPUT_PADDING}) scale(1)` } },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      inputRoot: {
        '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
          paddingBlock: 0,
          '& .MuiAutocomplete-input': { paddingBlock: INPUT_PADDING },
        },
      },
      option: ({ theme }) => ({
        '&.MuiAutocomplete-option': {
          [theme.breakpoints.up('sm')]: { minHeight: 'var(--menu-item-height)', paddingBlock: 2 },
        },
      }),
    },
  },
  MuiButton: {
    styleOverrides: {
      root: { minHeight: 'var(--button-height)', paddingBlock: 2 },
      sizeSmall: { minHeight: 'var(--tool-height)' },
    },
  },
  MuiIconButton: { styleOverrides: { sizeMedium: { padding: 'var(--icon-button-padding)' } } },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        [theme.breakpoints.up('sm')]: { minHeight: 'var(--menu-item-height)', paddingBlock: 2 },
      }),
    },
  },
  MuiTableCell: { styleOverrides: { sizeSmall: { paddingBlock: 'calc(var(--cell-padding) * 0.6)' } } },
};
