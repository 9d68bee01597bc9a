import MenuOpen from '@mui/icons-material/MenuOpen';
import { Box, IconButton } from '@mui/material';
import { memo, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { Crumb } from '#console/menu/crumbs.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { SIDEBAR_ANIMATION_MS, SIDEBAR_ID } from './Sidebar.tsx';

const HEIGHT_PX = 50;

interface HeaderProps {
  crumbs: readonly Crumb[];
  sidebarOpen: boolean;
  toggleSidebar: () => void;
  /** The buttons at the end. */
  tools: ReactNode;
}

export const Header = memo(function Header({ crumbs, sidebarOpen, toggleSidebar, tools }: HeaderProps) {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: HEIGHT_PX,
        px: { xs: 1, sm: 1.5 },
        backgroundColor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton
        aria-label={translate('shell.toggle_sidebar')}
        aria-expanded={sidebarOpen}
        aria-controls={SIDEBAR_ID}
        onClick={toggleSidebar}
        sx={{ color: 'text.secondary' }}
      >
        <MenuOpen
          sx={{
            transform: sidebarOpen ? 'none' : 'rotate(180deg)',
            transition: `transform ${SIDEBAR_ANIMATION_MS}ms`,
          }}
        />
      </IconButton>
      <Breadcrumb crumbs={crumbs} />
      {tools}
    </Box>
  );
});
