import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box } from '@mui/material';
import { useId, type ReactNode } from 'react';
import type { SidebarGroup } from '#console/menu/sidebar.ts';
import { menuIcon } from './menuIcons.ts';
import { SIDEBAR_COLORS } from './palettes.ts';
import { MenuList, rowStyles, type RowShape } from './sidebarStyles.ts';
import { useLabel } from './useLabel.ts';

interface SidebarSubmenuProps {
  item: SidebarGroup;
  shape: RowShape;
  isOpen: boolean;
  onToggle: () => void;
  /** The open page is in it. */
  isInside: boolean;
  children: ReactNode;
}

/** A submenu that opens in place. */
export function SidebarSubmenu({ item, shape, isOpen, onToggle, isInside, children }: SidebarSubmenuProps) {
  const title = useLabel()(item.title);
  const listId = useId();
  const Icon = menuIcon(item.icon);
  return (
    <Box component="li">
      <Box
        component="button"
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        data-inside={isInside}
        onClick={onToggle}
        sx={rowStyles(shape)}
      >
        {shape !== 'nested' && <Icon />}
        <span>{title}</span>
        <ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : 'none', transition: 'transform 0.2s' }} />
      </Box>
      <Box id={listId} sx={isOpen ? opened : closed}>
        <MenuList sx={{ minHeight: 0, overflow: 'hidden', backgroundColor: SIDEBAR_COLORS.nested }}>
          {children}
        </MenuList>
      </Box>
    </Box>
  );
}

/** Grows to the height of what is in it. Closed, its links are out of reach of the keyboard as well. */
const opened = {
  display: 'grid',
  gridTemplateRows: '1fr',
  transition: 'grid-template-rows 200ms, visibility 200ms',
  '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
};
const closed = { ...opened, gridTemplateRows: '0fr', visibility: 'hidden' };
