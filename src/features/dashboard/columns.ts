/** What matters most on the left, what accompanies it on the right; one below the other where there is little room. */
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

/** The last card reaches down to the end of what is beside it. */
export const FILLED = { ...STACK, alignContent: 'stretch', gridTemplateRows: 'auto', gridAutoRows: '1fr' } as const;
