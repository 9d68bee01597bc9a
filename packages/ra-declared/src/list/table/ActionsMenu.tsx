import { Menu } from '@mui/material';
import type { ReactNode } from 'react';
import { useFormatContext } from '../../ui/FormatContext.ts';

interface ActionsMenuProps {
  /** The button that the menu is attached to. */
  anchor: HTMLElement;
  onClose(): void;
  children: ReactNode;
}

/** The open menu of actions on one row. Closes when an item is chosen. */
export function ActionsMenu({ anchor, onClose, children }: ActionsMenuProps) {
  const label = useFormatContext().translate('list.actions');
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      onClick={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { dense: true, 'aria-label': label }, paper: { role: 'region', 'aria-label': label } }}
    >
      {children}
    </Menu>
  );
}
