import type { Theme } from '@mui/material';
import { outOfSight } from '../state/outOfSight.ts';

/** Cells share one line height with the tallest thing in them, a status chip, so that skeleton and data rows are alike. */
const LINE_PX = 22;

const bone = {
  display: 'inline-block',
  width: 80,
  height: 12,
  borderRadius: 1,
  backgroundColor: 'action.selected',
  verticalAlign: 'middle',
};

const table = {
  fontVariantNumeric: 'tabular-nums',
  // A sticky header keeps its line only with borders of its own.
  borderCollapse: 'separate',
  '& td, & th': { whiteSpace: 'nowrap', px: 1.5, borderBottom: 1, borderColor: 'divider' },
  '& td:first-of-type, & th:first-of-type': { pl: 2 },
  '& td:last-of-type, & th:last-of-type': { pr: 2 },
  '& td': { lineHeight: `${LINE_PX}px`, py: 1.25, fontSize: '0.8125rem' },
  '& td[data-align=right]': { textAlign: 'right' },
  '& td[data-type=longtext]': { maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& th': {
    py: 1,
    fontSize: '0.75rem',
    lineHeight: 1.5,
    fontWeight: 600,
    color: 'text.secondary',
    backgroundColor: 'background.paper',
  },
  '& th .MuiTableSortLabel-root': { lineHeight: 'inherit', verticalAlign: 'top' },
  '& th .MuiTableSortLabel-icon': { fontSize: 16, my: 0 },
  '& th small': { fontSize: 'inherit', fontWeight: 400, ml: 0.5 },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& tbody tr[data-opens]': { cursor: 'pointer', '&:hover': { backgroundColor: 'action.hover' } },
  '& tbody a': {
    color: 'text.primary',
    fontWeight: 500,
    textDecoration: 'none',
    '&:hover': { color: 'primary.main', textDecoration: 'underline' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2, borderRadius: '2px' },
  },
  '& [data-bone]': bone,
  '& td:first-of-type [data-bone]': { width: 140 },
};

/** A row as a card: name and amount, then state and time, then other texts. */
const cards = {
  '&, & tbody': { display: 'block' },
  // Names of columns stay for assistive technology, and come into sight when the keyboard gets to them.
  '& thead:not(:focus-within)': outOfSight,
  '& tbody tr': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 1,
    rowGap: 0.5,
    px: 2,
    py: 1.25,
    borderBottom: 1,
    borderColor: 'divider',
    // They break the line before and after state and time.
    '&::before, &::after': { content: '""', flexBasis: '100%', order: 3 },
    '&::after': { order: 6 },
    '&:last-of-type': { borderBottom: 0 },
  },
  '& tbody td, & tbody td:first-of-type, & tbody td:last-of-type': { display: 'block', p: 0, border: 0 },
  '& td[data-slot=title]': { order: 1, minWidth: 0, flex: '1 1 0', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& td[data-slot=title], & td[data-slot=lead]': { fontSize: '0.875rem' },
  '& td[data-slot=lead]': { order: 2, fontWeight: 600, ml: 'auto' },
  '& td[data-slot=state]': { order: 4 },
  '& td[data-slot=time]': { order: 5, ml: 'auto', color: 'text.secondary' },
  '& tbody td[data-slot=more], & tbody td[data-slot=figure]': {
    order: 7,
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontSize: '0.75rem',
    lineHeight: 1.5,
    color: 'text.secondary',
  },
  '& td[data-slot=figure]::before': { content: 'attr(data-label) " "' },
  '& td[data-slot=more]:has([role=img]), & tbody td[data-slot=rest]': { display: 'none' },
};

export const tableStyles = (theme: Theme) => ({ ...table, [theme.breakpoints.down('sm')]: cards });
