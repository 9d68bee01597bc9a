import { GlobalStyles, type Theme } from '@mui/material';
import { createElement } from 'react';
import { visuallyHidden } from '../ui/visuallyHidden.ts';

export const TABLE_CLASS = 'records';

/**
 * Line height of all cells: that of their tallest content, a status chip, so that skeleton and data rows have the same
 * height.
 */
const LINE_PX = 22;

const bone = {
  display: 'inline-block',
  width: 80,
  height: 12,
  borderRadius: 1,
  backgroundColor: 'action.selected',
  verticalAlign: 'middle',
};

/** Lays `share` percent of a colour over the table's background. Opaque, because sticky cells cover others. */
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

/** Focus ring of a row in a table, drawn by its cells. Sticky cells would cover a ring of the row itself. */
const rowRing = {
  boxShadow: ({ palette }: Theme) => `inset 0 2px ${palette.primary.main}, inset 0 -2px ${palette.primary.main}`,
};

/** Buttons and checkboxes of rows. They are plain elements, styled here once for all rows. */
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

/** Headers of sortable columns. The arrow is visible while the column is sorted, and faint on hover. */
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
    textAlign: 'inherit',
    cursor: 'pointer',
    verticalAlign: 'top',
    '& svg': { flex: 'none', opacity: 0, transition: 'opacity 200ms, transform 200ms' },
    '&:hover, &[data-sorted]': { color: 'text.primary' },
    '&:hover svg, &:focus-visible svg': { opacity: 0.5 },
    '&[data-sorted] svg': { opacity: 1 },
    '&[data-sorted=DESC] svg': { transform: 'rotate(180deg)' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
  },
  // Keeps the arrow beside the name.
  '& th[data-align=left] button': { whiteSpace: 'nowrap' },
  // Aligns the headers of numeric columns with the end of the numbers.
  '& th[data-align=right] button': { flexDirection: 'row-reverse' },
};

/** Text in a cell of limited width, beside a `CutOffCells`. */
export const cutOff = { overflow: 'hidden', textOverflow: 'ellipsis' };

/** Opacity of outdated rows. Visibly different, but still readable: a contrast of 7 on white. */
const OUTDATED_OPACITY = 0.75;

const table = {
  width: '100%',
  borderSpacing: 0,
  fontVariantNumeric: 'tabular-nums',
  // A sticky header only keeps its border with separate borders.
  borderCollapse: 'separate',
  '& td, & th': { whiteSpace: 'nowrap', px: 1.5, borderBottom: 1, borderColor: 'divider' },
  '& td:first-of-type, & th:first-of-type': { pl: 2 },
  '& td:last-of-type, & th:last-of-type': { pr: 2 },
  '--lead-width': '44px',
  '&[data-lead=both]': { '--lead-width': '76px' },
  // Aligns with the row checkboxes, which follow another button.
  '&[data-lead=both] th[data-part=lead]': { pl: '42px' },
  '& [data-part=lead]': { width: 'var(--lead-width)', minWidth: 'var(--lead-width)', pr: 0 },
  '& [data-part=menu]': { width: 48, py: 0, textAlign: 'right' },
  '& td': { lineHeight: `${LINE_PX}px`, py: 'var(--cell-padding)', fontSize: '0.8125rem' },
  '&[data-density=compact] td': { py: 'var(--cell-padding-compact)' },
  '& td[data-align=right]': { textAlign: 'right' },
  // Leaves space for usual names, which load after the rows.
  '& td[data-type=reference]': { minWidth: 128 },
  // Texts leave space for the amount, the status and the time. A tooltip shows what is cut off (`CutOffCells`).
  '& td:is([data-type=text], [data-type=longtext], [data-type=reference])': { maxWidth: 200, ...cutOff },
  // Numbers are compared character by character.
  '& td[data-copy]': { maxWidth: 320 },
  // This column stays in place while the others scroll beside it.
  '& td[data-slot=title]': { maxWidth: 'min(240px, 40vw)', ...cutOff },
  '& td[data-slot=title][data-copy]': { maxWidth: { sm: 'min(320px, 40vw)' } },
  // Takes a second line where the table would be wider than the page.
  '& td > .status-chip[data-long]': { height: 'auto', minHeight: 22, whiteSpace: 'normal' },
  '&[data-crowded] :is(td, th):not(:first-of-type, :last-of-type)': { px: { sm: 1.25 } },
  '&[data-crowded] td:is([data-type=text], [data-type=longtext], [data-type=reference]):not([data-slot=title], [data-copy])':
    { maxWidth: { sm: 168 } },
  '& th': {
    py: 'var(--head-padding)',
    // Headers take a second line where the table would be wider than the page. Chinese and Japanese words stay whole.
    whiteSpace: 'normal',
    wordBreak: 'keep-all',
    verticalAlign: 'bottom',
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
  // The delay avoids flicker, and the cost of the animation, when new rows come quickly.
  '& tbody[data-outdated]': { opacity: OUTDATED_OPACITY, transitionDelay: '150ms' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  ...rowTints,
  '& tr[data-index]': { outline: 'none' },
  // Keeps focused elements from ending under the sticky header or the selection bar.
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
  // Makes links to other records less prominent than the record's own name.
  '& tbody td:not([data-slot=title]) > a': { color: 'inherit', fontWeight: 'inherit' },
  '& [data-bone]': bone,
  '& td:first-of-type [data-bone]': { width: 140 },
};

/** A row as a card: name and amount, then state and time, then other texts. */
const cards = {
  '&, & tbody': { display: 'block' },
  // Headers stay available to assistive technology, and become visible when focused.
  '& thead:not(:focus-within)': visuallyHidden,
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
    // Break the line before and after state and time.
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
  '& tbody tr[data-index]:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
  '& tbody tr[data-index]:focus-visible > td': { boxShadow: 'none' },
  '& tr[data-detail]': { backgroundColor: 'background.default' },
  '& td[data-slot=title]': { order: 1, minWidth: 0, maxWidth: 'none', flex: '1 1 0' },
  '& td[data-slot=title], & td[data-slot=lead]': { fontSize: '0.875rem' },
  '& td[data-slot=lead]': { order: 2, fontWeight: 600, ml: 'auto' },
  '& td[data-slot=state]': { order: 4, maxWidth: '100%', '& .status-chip': { height: 'auto', whiteSpace: 'normal' } },
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
  // Texts take up to three lines. The record shows longer ones in full.
  '& tbody td[data-slot=more]': { whiteSpace: 'normal', overflowWrap: 'anywhere', maxHeight: '3lh' },
  // Makes links, and their lines, tall enough to touch.
  '& tbody td:is([data-slot=title], [data-slot=more]):has(> a)': { lineHeight: '24px' },
  '& tbody td[data-slot=title] > a': { py: '3px' },
  '& tbody td[data-slot=more] > a': { py: '5px' },
  '& td[data-unit]::after': { content: '" " attr(data-unit)' },
  '& td[data-label]::before': { content: 'attr(data-label)' },
  '& td:not([data-slot=title]):has(> [data-empty]), & tbody td[data-slot=rest]': { display: 'none' },
};

const styles = (theme: Theme) =>
  theme.unstable_sx({ [`.${TABLE_CLASS}`]: { ...table, [theme.breakpoints.down('sm')]: cards } });

/** Global rules for all record tables. As the table's own `sx`, they would be recomputed on each render. */
export const tableRules = createElement(GlobalStyles, { styles });
