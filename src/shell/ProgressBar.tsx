import { Box } from '@mui/material';
import { keyframes } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useLoading } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useIsPageComing } from '@merchant-console/ra-declared/internal';

/** Shortest display time in milliseconds. A line that vanished with a page that opens immediately would flicker. */
const LEAST_MS = 300;
/** Delay in milliseconds. Fetches of an open page that take less time show no line. */
const PATIENCE_MS = 150;

const pass = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } });

/** Thin line at the top, shown while a page is being opened and during long fetches. */
export function ProgressBar() {
  const isOpening = useIsOpening();
  const isLong = useIsLong(useLoading());
  if (!isOpening && !isLong) return null;
  return <Box aria-hidden data-page-progress sx={line} />;
}

/**
 * True once loading takes long. Until then the line isn't rendered, because even an invisible animation costs frames.
 */
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

/** True while a page is being opened, including addresses that redirect. */
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
