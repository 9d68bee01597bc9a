import { Box, Drawer } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { SidebarItem } from '#console/menu/sidebar.ts';
import { SIDEBAR_COLORS } from './palettes.ts';
import { SidebarMenu } from './SidebarMenu.tsx';
import { SIDEBAR_WIDTH } from './sidebarState.ts';

/** The spec's, in milliseconds. */
export const SIDEBAR_ANIMATION_MS = 280;
export const SIDEBAR_ID = 'sidebar';

interface SidebarProps {
  items: readonly SidebarItem[];
  current: string;
  open: boolean;
  mobile: boolean;
  /** The dark layer was pressed, or Escape. */
  onLeave: () => void;
}

/** Beside the page, or over it on a narrow screen. Only the menu scrolls. */
export function Sidebar({ items, current, open, mobile, onLeave }: SidebarProps) {
  const translate = useTranslate();
  const width = open || mobile ? SIDEBAR_WIDTH.open : SIDEBAR_WIDTH.closed;
  const nav = (
    <Box
      component="nav"
      id={SIDEBAR_ID}
      aria-label={translate('shell.main_menu')}
      sx={{
        width,
        height: '100dvh',
        py: 1,
        overflowX: 'hidden',
        overflowY: 'auto',
        overscrollBehavior: 'contain',
        scrollbarWidth: 'thin',
        scrollbarColor: `${SIDEBAR_COLORS.active} transparent`,
        backgroundColor: SIDEBAR_COLORS.background,
        transition: mobile ? 'none' : `width ${SIDEBAR_ANIMATION_MS}ms`,
      }}
    >
      <SidebarMenu items={items} current={current} collapsed={!open && !mobile} />
    </Box>
  );
  if (!mobile) return <Box sx={{ position: 'fixed', insetBlock: 0, insetInlineStart: 0, zIndex: 'appBar' }}>{nav}</Box>;
  return (
    <Drawer
      open={open}
      onClose={onLeave}
      transitionDuration={SIDEBAR_ANIMATION_MS}
      slotProps={{
        backdrop: { sx: { backgroundColor: 'rgba(0, 0, 0, 0.3)' } },
        paper: { 'aria-label': translate('shell.main_menu'), sx: { width: SIDEBAR_WIDTH.open, border: 0 } },
      }}
    >
      {nav}
    </Drawer>
  );
}
