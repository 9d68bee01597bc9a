import { Box, type Theme } from '@mui/material';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

const STICKY_TOP = 'var(--sticky-top, 0px)';

const fitting = { '& thead th': { position: 'sticky', top: STICKY_TOP, zIndex: 2 } };

/** Background of a sticky cell: the row's, if it has one. */
const staying = ({ palette }: Theme) => `var(--row, ${palette.background.paper})`;

/** Border of a sticky cell, which shows that there is more beside it. */
const edge = (side: 'left' | 'right') => ({
  boxShadow: ({ palette }: Theme) => `inset ${side === 'left' ? '-1px' : '1px'} 0 ${palette.divider}`,
});

const STAYING = '[data-part], [data-slot=title]';

const scrolling = {
  overflow: 'auto',
  // Fits into the window together with the pagination below.
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
  /** When it changes, the table scrolls to its top. */
  rowsKey: string;
  children: ReactNode;
}

/**
 * Frame of a table. A table that fits keeps its header visible while the page scrolls. One that is too wide scrolls
 * within the frame, under its header and beside its name and menu columns, and is no higher than the window. The page's
 * own scrolling can't do this, because a sticky header sticks to the element that scrolls sideways. `--sticky-top` is
 * the height of whatever else is sticky at the top of the page.
 */
export function TableFrame({ rowsKey, children }: TableFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [tooWide, setTooWide] = useState(false);
  useEffect(() => {
    // Skipped if the frame doesn't scroll, because each access makes the browser lay out the new rows.
    if (tooWide && frame.current) frame.current.scrollTop = 0;
  }, [rowsKey, tooWide]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    // The observer's first callback comes before the first paint, when layout is done anyway.
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
