import CloseIcon from '@mui/icons-material/Close';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import { Box, ButtonBase, Paper } from '@mui/material';
import { memo, useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import { onDemand } from '#console/loading/onDemand.tsx';
import { prefetchBy } from '#console/loading/prefetchBy.ts';
import * as styles from './settingsStyles.ts';

const SettingsPanel = onDemand<{ onClose(): void }>(async () => (await import('./SettingsPanel.tsx')).SettingsPanel);

/** The gear at the edge of the window, and the drawer that it opens. */
export const SettingsAside = memo(function SettingsAside() {
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
    <Box component="aside" aria-label={name} onKeyDown={leaveOnEscape} onBlur={closeWhenLeft}>
      <Box data-open={isOpen} onClick={leave} sx={styles.layer} />
      <ButtonBase
        ref={handle}
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => (isOpen ? leave() : setOpen(true))}
        sx={styles.handle}
        {...prefetchBy(SettingsPanel)}
      >
        {isOpen ? <CloseIcon /> : <SettingsIcon />}
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
        sx={styles.drawer}
      >
        {wasOpened && (isOpen || SettingsPanel.isFetched()) && <SettingsPanel onClose={close} />}
      </Paper>
    </Box>
  );
});
