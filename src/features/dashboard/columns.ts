/** Main cards on the left, secondary ones on the right. One column on narrow screens. */
export const COLUMNS = {
  display: 'grid',
  gap: 2,
  alignItems: 'stretch',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 360px)' },
} as const;

export const STACK = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
} as const;

/** Two main parts with all secondary cards beside them. In one column, the secondary cards are between the parts. */
export const BESIDE_TWO = { ...COLUMNS, gridTemplateRows: { lg: 'auto 1fr' } } as const;

/** The last card fills the remaining height of its column. */
export const FILLED = { ...STACK, alignContent: 'stretch', gridTemplateRows: 'auto', gridAutoRows: '1fr' } as const;
