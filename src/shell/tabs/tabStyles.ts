import { styled } from '@mui/material';

/** The spec's 84 px with the header above it. */
const TAB_BAR_HEIGHT_PX = 34;

export const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  height: TAB_BAR_HEIGHT_PX,
  backgroundColor: theme.palette.background.paper,
  borderBottom: `1px solid ${theme.palette.divider}`,
}));

/** Grid shared by tabs and their close buttons, so that a button lies on the end of its tab. */
export const Strip = styled('div')({
  flex: 1,
  minWidth: 0,
  display: 'grid',
  overflowX: 'auto',
  overflowY: 'hidden',
  scrollbarWidth: 'none',
});

export const TabList = styled('div')({
  gridRow: 1,
  gridColumn: '1 / -1',
  display: 'grid',
  gridTemplateColumns: 'subgrid',
});

export const Tab = styled('button')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  height: TAB_BAR_HEIGHT_PX - 1,
  padding: '0 34px 0 14px',
  border: 0,
  borderInlineEnd: `1px solid ${theme.palette.divider}`,
  background: 'none',
  color: theme.palette.text.secondary,
  font: 'inherit',
  fontSize: '0.8125rem',
  cursor: 'pointer',
  '&[data-pinned]': { paddingInlineEnd: 14 },
  '&:hover': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.primary },
  '&[aria-selected=true]': {
    backgroundColor: theme.palette.background.default,
    color: theme.palette.primary.main,
    fontWeight: 500,
  },
  '&[aria-selected=true]::after': {
    content: '""',
    position: 'absolute',
    insetInline: 0,
    insetBlockStart: 0,
    height: 2,
    backgroundColor: theme.palette.primary.main,
  },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
}));

export const TabTitle = styled('span')({
  maxWidth: 180,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

/** Marks a page with unsaved changes. */
export const Mark = styled('span')(({ theme }) => ({
  flex: 'none',
  width: 6,
  height: 6,
  borderRadius: 3,
  backgroundColor: theme.palette.warning.main,
}));

export const CloseButton = styled('button')(({ theme }) => ({
  gridRow: 1,
  justifySelf: 'end',
  alignSelf: 'center',
  zIndex: 1,
  display: 'grid',
  placeContent: 'center',
  width: 24,
  height: 24,
  marginInlineEnd: 5,
  padding: 0,
  border: 0,
  borderRadius: 12,
  background: 'none',
  color: theme.palette.text.secondary,
  cursor: 'pointer',
  '& svg': { fontSize: 14 },
  '&:hover': { backgroundColor: theme.palette.action.selected, color: theme.palette.text.primary },
}));
