import type { Components, Theme } from '@mui/material';

/** What is left above and below one line of an input. */
const INPUT_PADDING = 'calc((var(--input-height) - 1.4375em) / 2)';

/** Heights and paddings that follow the size; see sizeMetrics.ts. */
export const SIZED_COMPONENTS: Components<Theme> = {
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
