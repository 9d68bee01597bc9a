import { Menu } from '@mui/material';
import type { ReactNode } from 'react';

/** A menu of the header that is open. */
export interface OpenMenu {
  id: string;
  name: string;
  /** Within the header, so that the menu too lies in a landmark. */
  container: HTMLElement | null;
  anchor: HTMLElement;
  onClose: () => void;
}

interface HeaderMenuListProps extends OpenMenu {
  /** Entries; a press on any of them closes the menu. */
  children: ReactNode;
}

export function HeaderMenuList({ id, name, container, anchor, onClose, children }: HeaderMenuListProps) {
  return (
    <Menu
      open
      id={id}
      container={container}
      anchorEl={anchor}
      onClose={onClose}
      onClick={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': name }, paper: { sx: { minWidth: 180 } } }}
    >
      {children}
    </Menu>
  );
}
