/** Main cards on the left, secondary ones on the right. One column on narrow screens. */
export const COLUMNS = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
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

/** The secondary cards beside both main parts. On a phone, its parts are among those of the page. */
export const SIDE = { ...STACK, display: { xs: 'contents', lg: 'grid' }, gridRow: { lg: 'span 2' } } as const;

/** On a phone, the figures come before what seldom changes. */
export const LAST_ON_A_PHONE = { ...STACK, order: { xs: 1, lg: 0 } } as const;

/** On a phone, tasks come before a long list without any. */
export const FIRST_ON_A_PHONE = { ...STACK, order: { xs: -1, lg: 0 } } as const;

export const BESIDE = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
} as const;
