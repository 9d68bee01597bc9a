import { Menu } from '@mui/material';
import type { ReactNode } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';

interface ActionsMenuProps {
  /** The button that it hangs on. */
  anchor: HTMLElement;
  onClose(): void;
  children: ReactNode;
}

/** The open menu of what can be done with one row; closes when something in it is chosen. */
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
