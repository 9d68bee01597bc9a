import { Drawer } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { usePrefersStillness } from '@merchant-console/ra-declared/internal';
import { SIDEBAR_WIDTH } from './sidebarState.ts';

interface SidebarDrawerProps {
  open: boolean;
  /** Called when the dark layer or Escape is pressed. */
  onLeave: () => void;
  animationMs: number;
  children: ReactNode;
}

/** The sidebar over the page, on a narrow screen. */
export function SidebarDrawer({ open, onLeave, animationMs, children }: SidebarDrawerProps) {
  const translate = useTranslate();
  const isStill = usePrefersStillness();
  return (
    <Drawer
      open={open}
      onClose={onLeave}
      transitionDuration={isStill ? 0 : animationMs}
      slotProps={{
        backdrop: { sx: { backgroundColor: 'rgba(0, 0, 0, 0.3)' } },
        paper: { 'aria-label': translate('shell.main_menu'), sx: { width: SIDEBAR_WIDTH.open, border: 0 } },
      }}
    >
      {children}
    </Drawer>
  );
}
