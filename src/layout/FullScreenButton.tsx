import Fullscreen from '@mui/icons-material/Fullscreen';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import { IconButton } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { useNotify, useTranslate } from 'react-admin';

/** Told by the document: Escape leaves full screen without a word to the button. */
function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
const isFull = () => Boolean(document.fullscreenElement);

export function FullScreenButton() {
  const translate = useTranslate();
  const notify = useNotify();
  const full = useSyncExternalStore(subscribe, isFull);

  async function toggle(): Promise<void> {
    try {
      if (isFull()) await document.exitFullscreen();
      else if (document.fullscreenEnabled) await document.documentElement.requestFullscreen();
      else notify('shell.full_screen_unsupported', { type: 'warning' });
    } catch {
      notify('shell.full_screen_unsupported', { type: 'warning' });
    }
  }

  return (
    <IconButton
      aria-label={translate('shell.full_screen')}
      aria-pressed={full}
      onClick={() => void toggle()}
      sx={{ color: 'text.secondary' }}
    >
      {full ? <FullscreenExit fontSize="small" /> : <Fullscreen fontSize="small" />}
    </IconButton>
  );
}
