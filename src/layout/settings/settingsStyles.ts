import type { SxProps, Theme } from '@mui/material';

/** The spec's, in pixels. */
const WIDTH = 260;
const HANDLE_TOP = 250;
const SLIDE = '0.25s ease-out';

const still = { '@media (prefers-reduced-motion: reduce)': { transition: 'none' } };

/** Takes the click that closes the drawer. Dark only on a phone, where it hides most of the page. */
export const layer: SxProps<Theme> = {
  position: 'fixed',
  inset: 0,
  zIndex: 'drawer',
  backgroundColor: { xs: 'rgba(0, 0, 0, 0.3)', sm: 'transparent' },
  transition: `opacity ${SLIDE}, visibility ${SLIDE}`,
  // A page that opens while it fades leaves it there, unseen.
  '&[data-open=false]': { opacity: 0, visibility: 'hidden', pointerEvents: 'none' },
  ...still,
};

/** Narrow enough for the margin of the page, so that it lies over no content; a phone's is 4 px narrower than it. */
export const handle: SxProps<Theme> = {
  position: 'fixed',
  right: { xs: -4, sm: 0 },
  // In a low window it goes up.
  top: `min(${HANDLE_TOP}px, 100dvh - 60px)`,
  zIndex: 'speedDial',
  width: 24,
  pr: { xs: 0.5, sm: 0 },
  height: 44,
  borderRadius: '6px 0 0 6px',
  color: 'primary.contrastText',
  backgroundColor: 'primary.main',
  transition: `right ${SLIDE}`,
  '&:hover': { backgroundColor: 'primary.dark' },
  '&[aria-expanded=true]': { right: WIDTH, zIndex: 'drawer' },
  '& svg': { fontSize: 18 },
  '@media print': { display: 'none' },
  ...still,
};

export const drawer: SxProps<Theme> = {
  position: 'fixed',
  insetBlock: 0,
  right: 0,
  zIndex: 'drawer',
  width: WIDTH,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  outline: 'none',
  transition: `transform ${SLIDE}, visibility ${SLIDE}`,
  // Out of the keyboard's reach, too.
  '&[data-open=false]': { transform: 'translateX(100%)', visibility: 'hidden', boxShadow: 'none' },
  ...still,
};
