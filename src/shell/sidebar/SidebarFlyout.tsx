import { Box } from '@mui/material';
import { useId, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import type { SidebarGroup } from '../menu/sidebar.ts';
import { menuIcon } from '#console/ui/menuIcons.ts';
import { rowStyles } from './sidebarStyles.ts';
import { useLabel } from '../useLabel.ts';

const SidebarFlyoutList = onDemand(async () => (await import('./SidebarFlyoutList.tsx')).SidebarFlyoutList);

interface SidebarFlyoutProps {
  item: SidebarGroup;
  isInside: boolean;
  children: ReactNode;
}

/** A submenu of the closed sidebar. It opens beside its icon while the pointer or the keyboard focus is in it. */
export function SidebarFlyout({ item, isInside, children }: SidebarFlyoutProps) {
  const title = useLabel()(item.title);
  const listId = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const Icon = menuIcon(item.icon);

  function closeOnEscape({ key }: KeyboardEvent): void {
    if (key !== 'Escape') return;
    setOpen(false);
    button?.focus();
  }

  function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
  }

  return (
    <Box
      component="li"
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onKeyDown={closeOnEscape}
      onBlur={closeWhenLeft}
    >
      <Box
        component="button"
        type="button"
        ref={setButton}
        aria-expanded={isOpen}
        aria-controls={listId}
        data-inside={isInside}
        onClick={() => setOpen(true)}
        sx={rowStyles('icon')}
      >
        <Icon />
        <span>{title}</span>
      </Box>
      {isOpen && (
        <SidebarFlyoutList id={listId} title={title} anchor={button} onLeave={() => setOpen(false)}>
          {children}
        </SidebarFlyoutList>
      )}
    </Box>
  );
}
