/** Figures below each other digit by digit, on lines that guide the eye and no more. */
export const sheetTable = {
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: { xs: 1, sm: 1.5 } },
  '& td, & thead th': { whiteSpace: 'nowrap' },
  '& td, & th': { verticalAlign: 'baseline' },
  '& tbody th': { fontWeight: 400 },
  '& tr[data-strong] > *': { fontWeight: 600, borderTop: 1, borderTopColor: 'divider' },
} as const;
