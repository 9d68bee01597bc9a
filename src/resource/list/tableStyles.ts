import { GlobalStyles, type Theme } from '@mui/material';
import { createElement } from 'react';
import { outOfSight } from '#console/ui/outOfSight.ts';

export const TABLE_CLASS = 'records';

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

/** `share` of one colour over the table's own: opaque, because cells that stay lie over others. */
const tint = (share: number, color: (palette: Theme['palette']) => string) => ({
  '--row': ({ palette }: Theme) => `color-mix(in srgb, ${color(palette)} ${share}%, ${palette.background.paper})`,
});

const rowTints = {
  '& tbody tr[data-opens]:hover': tint(4, ({ text }) => text.primary),
  '& tbody tr[data-selected]': tint(8, ({ primary }) => primary.main),
  '& tbody tr[data-selected]:hover': tint(10, ({ primary }) => primary.main),
  '& tr[data-opens]:hover > td, & tr[data-selected] > td': { backgroundColor: 'var(--row)' },
  '& tr[data-detail] > td': { whiteSpace: 'normal', backgroundColor: 'background.default' },
};

/** The ring around a row is drawn by its cells: those that stay while others scroll would hide the row's own. */
const rowRing = {
  boxShadow: ({ palette }: Theme) => `inset 0 2px ${palette.primary.main}, inset 0 -2px ${palette.primary.main}`,
};

/** Buttons and boxes of rows: plain elements, styled here once for all. */
const controls = {
  '& input[type=checkbox]': {
    width: 16,
    height: 16,
    m: 0,
    verticalAlign: 'middle',
    cursor: 'pointer',
    accentColor: ({ palette }: Theme) => palette.primary.main,
  },
  '& button[data-act]': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: 28,
    height: 28,
    p: 0,
    my: '-3px',
    border: 0,
    borderRadius: 1,
    color: 'text.secondary',
    backgroundColor: 'transparent',
    verticalAlign: 'middle',
    cursor: 'pointer',
    '&:hover': { backgroundColor: 'action.hover', color: 'text.primary' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
  },
  '& button[data-act=expand]': { ml: -0.75, mr: 0.5, '& svg': { transition: 'transform 120ms' } },
  '& button[data-act=expand][aria-expanded=true] svg': { transform: 'rotate(90deg)' },
};

/** Names of columns to sort by, each with an arrow that shows while it counts, and faintly under the pointer. */
const sortButtons = {
  '& th button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 0.5,
    p: 0,
    border: 0,
    borderRadius: 0.5,
    font: 'inherit',
    color: 'inherit',
    backgroundColor: 'transparent',
    cursor: 'pointer',
    verticalAlign: 'top',
    '& svg': { opacity: 0, transition: 'opacity 200ms, transform 200ms' },
    '&:hover, &[data-sorted]': { color: 'text.primary' },
    '&:hover svg, &:focus-visible svg': { opacity: 0.5 },
    '&[data-sorted] svg': { opacity: 1 },
    '&[data-sorted=DESC] svg': { transform: 'rotate(180deg)' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
  },
  // The names of columns of numbers end where these do.
  '& th[data-align=right] button': { flexDirection: 'row-reverse' },
};

/** Rows are visibly on their way out, yet as text still readable: 7 to 1 on white. */
const OUTDATED_OPACITY = 0.75;

const table = {
  width: '100%',
  borderSpacing: 0,
  fontVariantNumeric: 'tabular-nums',
  // A sticky header keeps its line only with borders of its own.
  borderCollapse: 'separate',
  '& td, & th': { whiteSpace: 'nowrap', px: 1.5, borderBottom: 1, borderColor: 'divider' },
  '& td:first-of-type, & th:first-of-type': { pl: 2 },
  '& td:last-of-type, & th:last-of-type': { pr: 2 },
  '--lead-width': '44px',
  '&[data-lead=both]': { '--lead-width': '76px' },
  // Above the boxes, which stand beside another button.
  '&[data-lead=both] th[data-part=lead]': { pl: '42px' },
  '& [data-part=lead]': { width: 'var(--lead-width)', minWidth: 'var(--lead-width)', pr: 0 },
  '& [data-part=menu]': { width: 48, py: 0, textAlign: 'right' },
  '& td': { lineHeight: `${LINE_PX}px`, py: 'var(--cell-padding)', fontSize: '0.8125rem' },
  '&[data-density=compact] td': { py: 'var(--cell-padding-compact)' },
  '& td[data-align=right]': { textAlign: 'right' },
  // Names come after the rows: room is kept for those of a usual length.
  '& td[data-type=reference]': { minWidth: 128 },
  '& td[data-type=longtext]': { maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& th': {
    py: 'var(--head-padding)',
    fontSize: '0.75rem',
    lineHeight: 1.5,
    fontWeight: 600,
    color: 'text.secondary',
    backgroundColor: 'background.paper',
  },
  '& th[data-align=left], & th[data-part]': { textAlign: 'left' },
  '& th[data-align=right]': { textAlign: 'right' },
  ...sortButtons,
  '& th small': { fontSize: 'inherit', fontWeight: 400, ml: 0.5 },
  '& tbody': { transition: 'opacity 120ms' },
  // What comes at once is not worth a flicker, nor the frames that it costs.
  '& tbody[data-outdated]': { opacity: OUTDATED_OPACITY, transitionDelay: '150ms' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  ...rowTints,
  '& tr[data-index]': { outline: 'none' },
  // What the keyboard comes to is neither under the header that stays nor under the bar of what is selected.
  '& tbody :is(tr, a, button, input)': { scrollMarginBlock: '48px 72px' },
  '& tr[data-index]:focus-visible > td': rowRing,
  ...controls,
  '& tbody tr[data-opens]': { cursor: 'pointer' },
  '& tbody a': {
    color: 'text.primary',
    fontWeight: 500,
    textDecoration: 'none',
    '&:hover': { color: 'primary.main', textDecoration: 'underline' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2, borderRadius: '2px' },
  },
  // Links to other records are quieter than the record's own name.
  '& tbody td:not([data-slot=title]) > a': { color: 'inherit', fontWeight: 'inherit' },
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
  '& tbody td[data-part=lead]': { order: 0, width: 'auto', minWidth: 0 },
  '&:not([data-selecting]) td[data-part=lead] input': { display: 'none' },
  '&:not([data-selecting]) td[data-part=lead]:not(:has(button))': { display: 'none' },
  '&[data-selecting] tbody tr': { userSelect: 'none' },
  '& tbody td[data-part=menu]': { order: 2, width: 'auto' },
  '& tr[data-detail] > td': { flex: '1 1 100%', minWidth: 0 },
  '& tbody tr[data-index]': { backgroundColor: 'var(--row)' },
  '& tbody tr[data-index] > td': { backgroundColor: 'transparent' },
  '& tr[data-detail]': { backgroundColor: 'background.default' },
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
  // A link is as tall as a finger needs, and so is its line.
  '& tbody td[data-slot=more]:has(> a)': { lineHeight: '24px' },
  '& tbody td[data-slot=more] > a': { py: '5px' },
  '& td[data-unit]::after': { content: '" " attr(data-unit)' },
  '& td[data-label]::before': { content: 'attr(data-label)' },
  '& td:not([data-slot=title]):has(> [data-empty]), & tbody td[data-slot=rest]': { display: 'none' },
};

const styles = (theme: Theme) =>
  theme.unstable_sx({ [`.${TABLE_CLASS}`]: { ...table, [theme.breakpoints.down('sm')]: cards } });

/** Rules for every table of records. In the table's own `sx` they would be worked out again each time it is drawn. */
export const tableRules = createElement(GlobalStyles, { styles });
