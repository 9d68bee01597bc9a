import type { Theme } from '@mui/material';

const MARK = ({ palette }: Theme) => `inset 2px 0 ${palette.error.main}`;

const cell = {
  px: 1.25,
  py: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
  textAlign: 'left',
  verticalAlign: 'baseline',
  fontSize: '0.8125rem',
  lineHeight: '22px',
};

/** A cell's button looks like plain text, and its input is in the same place. */
const editors = {
  '& td > button, & td > input': {
    width: '100%',
    minHeight: 28,
    mx: -0.75,
    px: 0.75,
    py: '2px',
    boxSizing: 'content-box',
    font: 'inherit',
    color: 'inherit',
    textAlign: 'inherit',
    border: 1,
    borderRadius: 0.5,
    borderColor: 'transparent',
    backgroundColor: 'transparent',
    overflowWrap: 'anywhere',
  },
  '& td > button': {
    // Aligns the first line with the other cells' texts.
    display: 'inline-flex',
    alignItems: 'baseline',
    cursor: 'text',
    '&:hover': { borderColor: 'action.disabled' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 },
  },
  '& td > input': {
    minWidth: 64,
    borderColor: 'primary.main',
    backgroundColor: 'background.paper',
    outline: 'none',
    boxShadow: ({ palette }: Theme) => `0 0 0 1px ${palette.primary.main}`,
    '&::placeholder': { color: 'text.secondary', opacity: 1 },
  },
  '& td[data-align=right] > button': { justifyContent: { xs: 'flex-start', sm: 'flex-end' } },
  '& td[aria-busy] > button': { opacity: 0.75 },
};

const notes = {
  '& p': { m: 0, maxWidth: 260, fontSize: '0.75rem', lineHeight: 1.45 },
  '& td[data-align=right] p': { ml: 'auto', width: 'fit-content', textAlign: 'left' },
  '& p[data-kind=problem]': { color: 'error.main' },
  '& p[data-kind=warning]': { color: 'warning.main' },
};

/** On a phone, each row is a card with a line per cell, labelled with its column. */
const cards = {
  '&, & tbody, & tbody tr': { display: 'block' },
  '& thead': { display: 'none' },
  '& tbody tr': { position: 'relative', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' },
  '& tbody td, & tbody th': {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr)',
    alignItems: 'baseline',
    columnGap: 1,
    p: 0,
    py: 0.25,
    border: 0,
    textAlign: 'left',
    whiteSpace: 'normal',
    minWidth: 0,
    '&::before': { content: 'attr(data-label)', color: 'text.secondary', fontWeight: 400 },
    '& > div, & > p, & > a': { gridColumn: 2 },
    '& p': { ml: 0, maxWidth: 'none' },
  },
  '& tbody td[data-align], & tbody td[data-align] p': { textAlign: 'left', whiteSpace: 'normal', ml: 0 },
  '& tbody td .status-chip': { justifySelf: 'start' },
  '& tbody td:empty': { display: 'none' },
  '& tbody td[data-part=remove]': {
    position: 'absolute',
    top: 4,
    right: 8,
    display: 'block',
    '&::before': { content: 'none' },
  },
  '& tbody td[data-bad], & tbody td[data-align][data-bad]': { pl: 1, ml: -1 },
};

/** Styles of the table of a batch's rows. */
export const gridStyles = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontVariantNumeric: 'tabular-nums',
  '& td': cell,
  '& th': { ...cell, whiteSpace: 'nowrap', color: 'text.secondary', fontSize: '0.75rem', fontWeight: 600 },
  '& [data-align=right]': { textAlign: 'right' },
  '& td[data-align=right]': { whiteSpace: 'nowrap', '& p': { whiteSpace: 'normal' } },
  '& td[data-bad]': {
    boxShadow: MARK,
    backgroundColor: ({ palette }: Theme) => `color-mix(in srgb, ${palette.error.main} 6%, transparent)`,
  },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  ...editors,
  ...notes,
  '@media (max-width: 599.95px)': cards,
};
