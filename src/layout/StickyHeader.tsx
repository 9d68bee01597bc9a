import { Box } from '@mui/material';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';

interface StickyHeaderProps {
  isFixed: boolean;
  children: ReactNode;
}

/** Holds what stands above the page, and keeps it in sight when that is wanted. */
export function StickyHeader({ isFixed, children }: StickyHeaderProps) {
  const box = useRef<HTMLElement>(null);
  useStickyTop(isFixed, box);
  return (
    <Box component="header" ref={box} sx={isFixed ? fixed : undefined}>
      {children}
    </Box>
  );
}

const fixed = {
  position: 'sticky',
  top: 0,
  // Below the sidebar, whose fly-outs reach over it.
  zIndex: 'speedDial',
  // What stays is a layer of its own, with its menus in it: they are to cover the rest of the page.
  '&:has([role=menu], [role=listbox])': { zIndex: 'modal' },
};

/** Tells the page, as `--sticky-top`, how much of its top is covered. */
function useStickyTop(isFixed: boolean, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!isFixed || !element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--sticky-top', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--sticky-top');
    };
  }, [isFixed, box]);
}
