import { Box, IconButton } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';
import { prefetchBy } from '#console/ui/loading/onDemand.tsx';
import type { OpenMenu } from './HeaderMenuList.tsx';

interface HeaderMenuProps {
  /** Name of the button. */
  name: string;
  icon: ReactNode;
  /** Its code is fetched when the pointer or the keyboard comes to the button. */
  part: { prefetch(): void };
  /** Draws the menu, open. */
  children: (menu: OpenMenu) => ReactNode;
}

/** A button of the header that opens a menu below itself. */
export function HeaderMenu({ name, icon, part, children }: HeaderMenuProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const isOpen = anchor !== null;
  return (
    <Box component="span" ref={setContainer}>
      <IconButton
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        {...prefetchBy(part)}
        sx={{ color: 'text.secondary' }}
      >
        {icon}
      </IconButton>
      {anchor && children({ id, name, container, anchor, onClose: () => setAnchor(null) })}
    </Box>
  );
}
