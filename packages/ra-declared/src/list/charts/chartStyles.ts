/** What both kinds of bars share: the button or link, its focus, the bar itself. */
const barStyles = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& :is(a, button, [role=img])': {
    width: '100%',
    font: 'inherit',
    fontSize: '0.8125rem',
    color: 'inherit',
    textDecoration: 'none',
    background: 'none',
    border: 0,
    borderRadius: 1,
    p: 0.5,
    fontVariantNumeric: 'tabular-nums',
  },
  '& :is(a, button)': { cursor: 'pointer' },
  '& :is(a, button):hover': { bgcolor: 'action.hover' },
  '& button[aria-pressed=true]': { bgcolor: 'action.selected', fontWeight: 600 },
  '& :is(a, button):focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
  '& i': { display: 'block', bgcolor: 'primary.main', borderRadius: '2px', opacity: 0.8 },
  '& i[data-negative]': { bgcolor: 'error.main' },
  // Of several, those that aren't chosen step back.
  '&:has(button[aria-pressed=true]) :not([aria-pressed=true]) > span > i': { opacity: 0.35 },
} as const;

/** Names to the left of the bars, figures to the right. */
export const rowStyles = {
  ...barStyles,
  '& :is(a, button, [role=img])': {
    ...barStyles['& :is(a, button, [role=img])'],
    display: 'grid',
    gridTemplateColumns: 'minmax(64px, 30%) 1fr auto',
    alignItems: 'center',
    gap: 1,
    textAlign: 'start',
  },
  '& :is(a, button, [role=img]) > :first-of-type': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& i': { ...barStyles['& i'], height: 12, minWidth: 2 },
} as const;

/** Bars side by side, with their names below. */
export const columnStyles = {
  ...barStyles,
  display: 'flex',
  height: 132,
  '& li': { flex: '1 1 0', minWidth: 0, maxWidth: 64 },
  '& :is(a, button, [role=img])': {
    ...barStyles['& :is(a, button, [role=img])'],
    height: '100%',
    px: 0,
    display: 'flex',
    flexDirection: 'column-reverse',
    alignItems: 'stretch',
    gap: 0.5,
    textAlign: 'center',
    fontSize: '0.6875rem',
    whiteSpace: 'nowrap',
  },
  '& :is(a, button, [role=img]) > :first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& :is(a, button, [role=img]) > :last-of-type': {
    flex: 1,
    display: 'flex',
    alignItems: 'end',
    justifyContent: 'center',
  },
  '& i': { ...barStyles['& i'], width: '100%', maxWidth: 28, minHeight: '1px' },
} as const;
