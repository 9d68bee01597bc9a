import { Box, type Theme } from '@mui/material';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

const STICKY_TOP = 'var(--sticky-top, 0px)';

const fitting = { '& thead th': { position: 'sticky', top: STICKY_TOP, zIndex: 2 } };

/** That of the row, where it has one. */
const staying = ({ palette }: Theme) => `var(--row, ${palette.background.paper})`;

/** Says that there is more beside a cell that stays. */
const edge = (side: 'left' | 'right') => ({
  boxShadow: ({ palette }: Theme) => `inset ${side === 'left' ? '-1px' : '1px'} 0 ${palette.divider}`,
});

const STAYING = '[data-part], [data-slot=title]';

const scrolling = {
  overflow: 'auto',
  // With the pagination below it, it is in sight as a whole.
  maxHeight: `calc(100dvh - ${STICKY_TOP} - 80px)`,
  overscrollBehaviorX: 'contain',
  '& thead th': { position: 'sticky', top: 0, zIndex: 2 },
  [`& tr > :is(${STAYING})`]: { position: 'sticky', zIndex: 1, backgroundColor: staying },
  [`& thead th:is(${STAYING})`]: { zIndex: 3 },
  '& tr > [data-part=lead]': { left: 0 },
  '& tr > [data-slot=title]': { left: 0, ...edge('left') },
  '& tr > [data-part=lead] ~ [data-slot=title]': { left: 'var(--lead-width)' },
  '& tr > [data-part=menu]': { right: 0, ...edge('right') },
};

interface TableFrameProps {
  /** Other rows begin at their top. */
  rowsKey: string;
  children: ReactNode;
}

/**
 * Holds a table. One that fits keeps its header in sight while the page scrolls. One that is too wide scrolls in here,
 * below its header and beside its name and menu columns, and is no higher than the window: what scrolls sideways is
 * also what a sticky header sticks to, so the page's own scrolling can't do it.
 * `--sticky-top` is the height of whatever else stays at the top of the page.
 */
export function TableFrame({ rowsKey, children }: TableFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [tooWide, setTooWide] = useState(false);
  useEffect(() => {
    // What does not scroll in here needs no look: each makes the browser lay out the rows that have just come.
    if (tooWide && frame.current) frame.current.scrollTop = 0;
  }, [rowsKey, tooWide]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    // The observer calls back before the first paint, when the browser has laid the table out anyway.
    const observer = new ResizeObserver(() => {
      flushSync(() => setTooWide(element.scrollWidth > element.clientWidth));
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <Box ref={frame} sx={(theme) => ({ [theme.breakpoints.up('sm')]: tooWide ? scrolling : fitting })}>
      {children}
    </Box>
  );
}
