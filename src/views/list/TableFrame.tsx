import { Box } from '@mui/material';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

const stickyHeader = { '& thead th': { position: 'sticky', top: 'var(--sticky-top, 0px)', zIndex: 1 } };

const stickyFirstColumn = {
  overflowX: 'auto',
  '& tr > :first-of-type': { position: 'sticky', left: 0, zIndex: 1, backgroundColor: 'background.paper' },
  // The row's own tint is under this cell's background.
  '& tr:hover > td:first-of-type': {
    backgroundImage: 'linear-gradient(color-mix(in srgb, currentColor 4%, transparent) 0 0)',
  },
};

/**
 * Holds a table: one that is too wide scrolls sideways in here beside
 * its first column, one that fits keeps its header in sight while the page
 * scrolls. Both at once CSS can't do: what scrolls sideways is also what a sticky header sticks to.
 * `--sticky-top` is the height of whatever else stays at the top of the page.
 */
export function TableFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [tooWide, setTooWide] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = () => setTooWide(element.scrollWidth > element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <Box
      ref={frame}
      sx={{
        ...(tooWide ? stickyFirstColumn : stickyHeader),
      }}
    >
      {children}
    </Box>
  );
}
