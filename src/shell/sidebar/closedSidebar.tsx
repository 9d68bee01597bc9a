import { Box, Paper, Popper, Tooltip } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { SIDEBAR_COLORS } from '../palettes.ts';
import { MenuList } from './sidebarStyles.ts';

interface SidebarFlyoutListProps {
  id: string;
  title: string;
  anchor: HTMLElement | null;
  onLeave: () => void;
  children: ReactNode;
}

/** The entries of a submenu, beside the closed sidebar. */
export function SidebarFlyoutList({ id, title, anchor, onLeave, children }: SidebarFlyoutListProps) {
  return (
    <Popper
      id={id}
      open
      anchorEl={anchor}
      placement="right-start"
      disablePortal
      popperOptions={{ strategy: 'fixed' }}
      sx={{ zIndex: 'tooltip' }}
    >
      <Paper
        elevation={6}
        square
        sx={{
          minWidth: 180,
          maxHeight: '100vh',
          overflowY: 'auto',
          py: 0.5,
          backgroundColor: SIDEBAR_COLORS.background,
        }}
      >
        <Box aria-hidden sx={{ px: 2, py: 1, color: SIDEBAR_COLORS.text, fontSize: '0.75rem' }}>
          {title}
        </Box>
        <MenuList onClick={onLeave} sx={{ '& a': { pl: 2 } }}>
          {children}
        </MenuList>
      </Paper>
    </Popper>
  );
}

/** Tooltip with the name of an entry of the closed sidebar. */
export function SidebarHint({ title, children }: { title: string; children: ReactElement }) {
  return (
    <Tooltip title={title} placement="right">
      {children}
    </Tooltip>
  );
}
