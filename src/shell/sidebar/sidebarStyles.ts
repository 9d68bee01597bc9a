import { styled } from '@mui/material';
import { SIDEBAR_COLORS as COLORS } from '../palettes.ts';

export const MenuList = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

/** Sizes in pixels. Rows of 44 are easy to touch; `side` centres an icon of 20 in the closed sidebar's 54. */
const ROW = { height: 44, side: 17, gap: 14, icon: 20 };

const row = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: `${ROW.gap}px`,
  width: '100%',
  minHeight: ROW.height,
  padding: `6px ${ROW.side}px`,
  border: 0,
  background: 'none',
  color: COLORS.text,
  font: 'inherit',
  lineHeight: 1.35,
  textAlign: 'left',
  textDecoration: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: COLORS.hover, color: COLORS.strong },
  '&:focus-visible': { outline: `2px solid ${COLORS.strong}`, outlineOffset: -2 },
  '&[data-inside=true]': { color: COLORS.strong },
  '&[aria-current=page]': { backgroundColor: COLORS.active, color: COLORS.strong, fontWeight: 500 },
  '&[aria-current=page]::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    width: 3,
    backgroundColor: COLORS.accent,
  },
  '& > svg': { flex: 'none', fontSize: ROW.icon },
  '& > svg:last-of-type:not(:first-of-type)': { fontSize: 18 },
  // Japanese titles wrap between phrases where the browser can tell them apart, and anywhere else.
  '& > span': { flex: 1, overflowWrap: 'anywhere', wordBreak: 'auto-phrase' },
} as const;

/** `icon` hides the title visually but not from assistive technology. */
export type RowShape = 'whole' | 'nested' | 'icon';

const nested = { paddingLeft: `${ROW.side + ROW.icon + ROW.gap}px`, minHeight: 40 };
const iconOnly = { '& > span': { position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)' } } as const;

/** Styles of a row of the menu, for links and buttons alike. */
export function rowStyles(shape: RowShape) {
  return { ...row, ...(shape === 'nested' && nested), ...(shape === 'icon' && iconOnly) };
}
