import { Box } from '@mui/material';
import { keyframes } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useLoading } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useIsPageComing } from '#console/ui/pageProgress.ts';

/** A page that is there at once has its line, too: a shorter one would be a flicker. */
const LEAST_MS = 300;
/** What a page fetches while it is open, and has within this time, needs no line. */
const PATIENCE_MS = 150;

const pass = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } });

/** A thin line at the top: from the first moment that another page opens until it is there, and during long fetches. */
export function ProgressBar() {
  const isOpening = useIsOpening();
  const isLong = useIsLong(useLoading());
  if (!isOpening && !isLong) return null;
  return <Box aria-hidden data-page-progress sx={line} />;
}

/** Not in the page before it is seen: an animation costs the browser its frames, seen or not. */
function useIsLong(isLoading: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isLoading]);
  return isLong;
}

/** Whether a page is being opened: after each change of address, also one that leads on to another. */
function useIsOpening(): boolean {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<string | null>(null);
  const isComing = useIsPageComing();
  useEffect(() => {
    const timer = setTimeout(() => setOpened(pathname), LEAST_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return isComing || opened !== pathname;
}

const line = {
  position: 'fixed',
  insetInline: 0,
  top: 0,
  height: 2,
  zIndex: 'tooltip',
  overflow: 'hidden',
  '&::before': {
    content: '""',
    display: 'block',
    width: '40%',
    height: '100%',
    backgroundColor: 'primary.main',
    animation: `${pass} 1.4s infinite ease-in-out`,
    '@media (prefers-reduced-motion: reduce)': { animation: 'none', width: '100%' },
  },
};
