import type { SxProps, Theme } from '@mui/material';
import type { Field } from '@merchant-console/declaration';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';

/** Least width in pixels and share of the rest, by type. Default: those of a number. */
const WIDTHS: Partial<Record<Field['type'], [least: number, share: number]>> = {
  text: [144, 3],
  longtext: [176, 4],
  reference: [168, 3],
  references: [192, 4],
  enum: [120, 2],
  datetime: [176, 2],
  date: [136, 1],
  money: [136, 2],
};
/** Of the button for a new record beside a reference. */
const NEW = 44;
const OF_NUMBERS: [number, number] = [96, 1];
const BUTTONS = 108;
const GAP = 8;

/** True if a column takes the full width of a card. */
export function isWide({ type }: Field): boolean {
  return ['text', 'longtext', 'reference', 'references', 'texts'].includes(type);
}

/**
 * A table if the rows have room for one, otherwise cards.
 * @param more styles that replace those of the same name
 */
export function rowStyles(columns: readonly Field[], more: object = {}): SxProps<Theme> {
  const widths = columns.map((column): [number, number] => {
    const [own, share] = WIDTHS[column.type] ?? OF_NUMBERS;
    return ['new' in column && column.new === true ? own + NEW : own, share];
  });
  const tracks = widths.map(([least, share]) => `minmax(${least}px, ${share}fr)`);
  const least = widths.reduce((sum, [width]) => sum + width + GAP, 24 + BUTTONS + GAP);
  const row = { display: 'grid', gridTemplateColumns: `16px ${tracks.join(' ')} ${BUTTONS}px`, columnGap: `${GAP}px` };
  return {
    containerType: 'inline-size',
    display: 'flex',
    flexDirection: 'column',
    gap: 1.5,
    '& .line-head': { display: 'none' },
    '& .line': {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      columnGap: 1.5,
      rowGap: 1.5,
      p: 1.5,
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
    },
    '& .line-number': { gridColumn: '1 / -1', fontSize: '0.75rem', color: 'text.secondary' },
    '& .line-cell': { minWidth: 0 },
    '& .line-wide, & .line-problem': { gridColumn: '1 / -1', m: 0 },
    '& .line-label': { display: 'block', fontSize: '0.75rem', color: 'text.secondary' },
    '& .line-value': { fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
    '& .line-buttons': { gridColumn: '1 / -1', display: 'flex', justifyContent: 'flex-end' },
    // A blank line below each input would double the height of a table.
    '& .line .MuiFormHelperText-root:has(> .notranslate)': { display: 'none' },
    [`@container (min-width: ${least}px)`]: {
      '& .line-head': {
        ...row,
        alignItems: 'end',
        fontSize: '0.75rem',
        color: 'text.secondary',
        mb: -0.5,
        '& > span': { px: 1.75, overflowWrap: 'anywhere' },
        '& > [data-align=right]': { textAlign: 'right' },
      },
      '& .line': {
        ...row,
        p: 0,
        border: 0,
        borderRadius: 0,
        alignItems: 'start',
        contentVisibility: 'auto',
        containIntrinsicSize: 'auto 40px',
      },
      '& .line-number': { gridColumn: 'auto', pt: 1.25, textAlign: 'right' },
      '& .line-wide': { gridColumn: 'auto' },
      '& .line-value': {
        pt: 1,
        px: 1.75,
        minHeight: 40,
        '&[data-align=right]': { textAlign: 'right', whiteSpace: 'nowrap' },
      },
      '& .line-buttons': { gridColumn: 'auto', pt: 0.5, justifyContent: 'flex-start' },
      // The head has the names for all lines, the inputs keep theirs for assistive technology.
      '& .line-label': visuallyHidden,
      // Cheaper to paint than clipped: with 200 lines, most of the time of a keystroke.
      '& .line .MuiInputLabel-root': { opacity: 0, transform: 'none' },
      '& .line .MuiOutlinedInput-notchedOutline': { top: 0 },
      '& .line .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
    },
    ...more,
  };
}
