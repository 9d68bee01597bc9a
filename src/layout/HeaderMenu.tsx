import { Box, IconButton, Menu } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';

interface HeaderMenuProps {
  /** Name of the button. */
  name: string;
  icon: ReactNode;
  /** Entries; a press on any of them closes the menu. */
  children: ReactNode;
}

/** A button of the header that opens a menu below itself. */
export function HeaderMenu({ name, icon, children }: HeaderMenuProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const isOpen = anchor !== null;
  const close = () => setAnchor(null);
  return (
    <Box component="span" ref={setContainer}>
      <IconButton
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: 'text.secondary' }}
      >
        {icon}
      </IconButton>
      <Menu
        id={id}
        // Within the header, so that the menu too lies in a landmark.
        container={container}
        open={isOpen}
        anchorEl={anchor}
        onClose={close}
        onClick={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': name }, paper: { sx: { minWidth: 180 } } }}
      >
        {children}
      </Menu>
    </Box>
  );
}
