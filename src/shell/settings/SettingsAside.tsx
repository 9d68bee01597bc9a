import CloseIcon from '@mui/icons-material/Close';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import { Box, ButtonBase, Paper, type SxProps, type Theme } from '@mui/material';
import { memo, useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import { onDemand, prefetchBy } from '#console/ui/loading/onDemand.tsx';

const SettingsPanel = onDemand<{ onClose(): void }>(async () => (await import('./SettingsPanel.tsx')).SettingsPanel);

interface SettingsAsideProps {
  /** The gear is a button of the header. On a narrow screen it would cover content at the edge of the window. */
  inHeader?: boolean;
}

/** The gear, at the edge of the window or in the header, and the drawer that it opens. */
export const SettingsAside = memo(function SettingsAside({ inHeader = false }: SettingsAsideProps) {
  const translate = useTranslate();
  const name = translate('shell.settings');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  // Stays once it has been opened, for the drawer to slide away with what is in it.
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

  /** The browser's own colour picker takes the focus to nowhere in the page: the drawer stays. */
  function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    <Box
      // A landmark of its own must not stand inside the header's.
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
        {...prefetchBy(SettingsPanel)}
      >
        {isOpen && !inHeader ? <CloseIcon /> : <SettingsIcon />}
      </ButtonBase>
      <Paper
        ref={drawer}
        id={panelId}
        // Other parts ask whether a dialog is open.
        role={isOpen ? 'dialog' : undefined}
        aria-label={isOpen ? name : undefined}
        tabIndex={-1}
        data-open={isOpen}
        elevation={8}
        square
        sx={drawerStyle}
      >
        {wasOpened && (isOpen || SettingsPanel.isFetched()) && <SettingsPanel onClose={close} />}
      </Paper>
    </Box>
  );
});

/** The spec's, in pixels. */
const WIDTH = 260;
const HANDLE_TOP = 250;
const SLIDE = '0.25s ease-out';

const still = { '@media (prefers-reduced-motion: reduce)': { transition: 'none' } };

/** Takes the click that closes the drawer. Dark only on a phone, where it hides most of the page. */
const layerStyle: SxProps<Theme> = {
  position: 'fixed',
  inset: 0,
  zIndex: 'drawer',
  backgroundColor: { xs: 'rgba(0, 0, 0, 0.3)', sm: 'transparent' },
  transition: `opacity ${SLIDE}, visibility ${SLIDE}`,
  // A page that opens while it fades leaves it there, unseen.
  '&[data-open=false]': { opacity: 0, visibility: 'hidden', pointerEvents: 'none' },
  ...still,
};

/** Narrow enough for the margin of the page, so that it lies over no content. */
const handleStyle: SxProps<Theme> = {
  position: 'fixed',
  right: 0,
  // In a low window it goes up.
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

/** The gear as the header's other buttons are. */
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
  // Out of the keyboard's reach, too.
  '&[data-open=false]': { transform: 'translateX(100%)', visibility: 'hidden', boxShadow: 'none' },
  ...still,
};
