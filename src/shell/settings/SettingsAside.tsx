import CloseIcon from '@mui/icons-material/Close';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import { Box, ButtonBase, Paper, type SxProps, type Theme } from '@mui/material';
import { memo, useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import { lazy, prefetchOn } from '@merchant-console/ra-declared/internal';

const SettingsPanel = lazy<{ onClose(): void }>(async () => (await import('./SettingsPanel.tsx')).SettingsPanel);

interface SettingsAsideProps {
  /** True to make the gear a button of the header. At the edge of a narrow window it would cover content. */
  inHeader?: boolean;
}

/** The gear, at the edge of the window or in the header, and the drawer that it opens. */
export const SettingsAside = memo(function SettingsAside({ inHeader = false }: SettingsAsideProps) {
  const translate = useTranslate();
  const name = translate('shell.settings');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  // The panel stays mounted once opened, so that the drawer slides away with its content.
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  const panelId = useId();
  const handle = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isOpen) drawer.current?.focus({ preventScroll: true });
  }, [isOpen]);

  function leave(): void {
    close();
    handle.current?.focus({ preventScroll: true });
  }

  function leaveOnEscape({ key }: KeyboardEvent): void {
    if (key === 'Escape' && isOpen) leave();
  }

  /**
   * Closes the drawer when the focus moves elsewhere on the page. The browser's colour picker moves it out of the page,
   * and the drawer stays open.
   */
  function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    <Box
      // A landmark must not be nested in the header's.
      {...(inHeader ? {} : { component: 'aside', 'aria-label': name })}
      onKeyDown={leaveOnEscape}
      onBlur={closeWhenLeft}
    >
      <Box data-open={isOpen} onClick={leave} sx={layerStyle} />
      <ButtonBase
        ref={handle}
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => (isOpen ? leave() : setOpen(true))}
        sx={inHeader ? headerButtonStyle : handleStyle}
        {...prefetchOn(SettingsPanel)}
      >
        {isOpen && !inHeader ? <CloseIcon /> : <SettingsIcon />}
      </ButtonBase>
      <Paper
        ref={drawer}
        id={panelId}
        // Only while open, because other code checks whether a dialog is open.
        role={isOpen ? 'dialog' : undefined}
        aria-label={isOpen ? name : undefined}
        tabIndex={-1}
        data-open={isOpen}
        elevation={8}
        square
        sx={drawerStyle}
      >
        {wasOpened && (isOpen || SettingsPanel.isLoaded()) && <SettingsPanel onClose={close} />}
      </Paper>
    </Box>
  );
});

/** Sizes in pixels (set by the spec). */
const WIDTH = 260;
const HANDLE_TOP = 250;
const SLIDE = '0.25s ease-out';

const still = { '@media (prefers-reduced-motion: reduce)': { transition: 'none' } };

/** Layer that takes the click that closes the drawer. Dark only on phones, where the drawer hides most of the page. */
const layerStyle: SxProps<Theme> = {
  position: 'fixed',
  inset: 0,
  zIndex: 'drawer',
  backgroundColor: { xs: 'rgba(0, 0, 0, 0.3)', sm: 'transparent' },
  transition: `opacity ${SLIDE}, visibility ${SLIDE}`,
  // Also hidden if another page opens while it fades.
  '&[data-open=false]': { opacity: 0, visibility: 'hidden', pointerEvents: 'none' },
  ...still,
};

/** Fits into the page's margin, so that it covers no content. */
const handleStyle: SxProps<Theme> = {
  position: 'fixed',
  right: 0,
  // Moves up in a low window.
  top: `min(${HANDLE_TOP}px, 100dvh - 60px)`,
  zIndex: 'speedDial',
  width: 24,
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

/** Style of the gear as a button of the header. */
const headerButtonStyle: SxProps<Theme> = {
  width: 40,
  height: 40,
  borderRadius: '50%',
  color: 'text.secondary',
  '&:hover, &.Mui-focusVisible': { backgroundColor: 'action.hover' },
  '& svg': { fontSize: 20 },
};

const drawerStyle: SxProps<Theme> = {
  position: 'fixed',
  insetBlock: 0,
  right: 0,
  zIndex: 'drawer',
  width: WIDTH,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  outline: 'none',
  transition: `transform ${SLIDE}, visibility ${SLIDE}`,
  // Removes it from the Tab order as well.
  '&[data-open=false]': { transform: 'translateX(100%)', visibility: 'hidden', boxShadow: 'none' },
  ...still,
};
