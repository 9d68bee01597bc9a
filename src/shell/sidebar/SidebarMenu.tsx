import ExpandMore from '@mui/icons-material/ExpandMore';
import OpenInNew from '@mui/icons-material/OpenInNewOutlined';
import { Box } from '@mui/material';
import { Fragment, memo, useId, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import { menuIcon } from '#console/ui/menuIcons.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { groupsAbove, type SidebarGroup, type SidebarItem, type SidebarLeaf } from '../menu/sidebar.ts';
import { SIDEBAR_WIDTH } from './sidebarState.ts';
import { MenuList, rowStyles, type RowShape } from './sidebarStyles.ts';
import { SIDEBAR_COLORS } from '../palettes.ts';
import { useLabel } from '../useLabel.ts';

interface SidebarMenuProps {
  items: readonly SidebarItem[];
  /** Address of the item to highlight. */
  current: string;
  /** True to show icons only. */
  collapsed: boolean;
}

/** The menu. Submenus keep their state, and those that contain the open page are opened with it. */
export function SidebarMenu({ items, current, collapsed }: SidebarMenuProps) {
  const inside = groupsAbove(items, current);
  const [lastCurrent, setLastCurrent] = useState<string | null>(null);
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (current !== lastCurrent) {
    setLastCurrent(current);
    setOpened([...new Set([...opened, ...inside])]);
  }

  function toggle(key: string): void {
    setOpened(opened.includes(key) ? opened.filter((one) => one !== key) : [...opened, key]);
  }

  function entry(item: SidebarItem, level: number) {
    const shape = level > 0 ? 'nested' : collapsed ? 'icon' : 'whole';
    if (item.kind !== 'group') {
      return <SidebarLink item={item} shape={shape} isCurrent={item.kind === 'page' && item.to === current} />;
    }
    const isInside = inside.includes(item.key);
    const children = item.items.map((child) => <Fragment key={child.key}>{entry(child, level + 1)}</Fragment>);
    if (shape === 'icon')
      return (
        <SidebarFlyout item={item} isInside={isInside}>
          {children}
        </SidebarFlyout>
      );
    return (
      <SidebarSubmenu
        item={item}
        shape={shape}
        isInside={isInside}
        isOpen={opened.includes(item.key)}
        onToggle={() => toggle(item.key)}
      >
        {children}
      </SidebarSubmenu>
    );
  }

  return (
    // A fixed width, so that titles don't wrap again and again while the sidebar grows.
    <MenuList sx={{ width: collapsed ? SIDEBAR_WIDTH.closed : SIDEBAR_WIDTH.open }}>
      {items.map((item) => (
        <Fragment key={item.key}>{entry(item, 0)}</Fragment>
      ))}
    </MenuList>
  );
}

interface SidebarSubmenuProps {
  item: SidebarGroup;
  shape: RowShape;
  isOpen: boolean;
  onToggle: () => void;
  /** True if it contains the open page. */
  isInside: boolean;
  children: ReactNode;
}

/** A submenu that opens in place. */
function SidebarSubmenu({ item, shape, isOpen, onToggle, isInside, children }: SidebarSubmenuProps) {
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

/** Animates to the height of the content. When closed, `visibility` takes the links out of the Tab order. */
const opened = {
  display: 'grid',
  gridTemplateRows: '1fr',
  transition: 'grid-template-rows 200ms, visibility 200ms',
  '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
};
const closed = { ...opened, gridTemplateRows: '0fr', visibility: 'hidden' };

/** Only the closed sidebar needs it. */
const SidebarHint = onDemand(
  async () => (await import('./closedSidebar.tsx')).SidebarHint,
  ({ children }) => children,
);

interface SidebarLinkProps {
  item: SidebarLeaf;
  shape: RowShape;
  isCurrent: boolean;
}

/** Re-renders only when it becomes or stops being the current one, not on each navigation. */
const SidebarLink = memo(function SidebarLink({ item, shape, isCurrent }: SidebarLinkProps) {
  const title = useLabel()(item.title);
  const Icon = menuIcon(item.icon);
  const content = (
    <>
      {shape !== 'nested' && <Icon />}
      <span>{title}</span>
    </>
  );
  const link =
    item.kind === 'external' ? (
      <Box component="a" href={item.href} target="_blank" rel="noopener noreferrer" sx={rowStyles(shape)}>
        {content}
        {shape !== 'icon' && <OpenInNew />}
      </Box>
    ) : (
      <Box
        component={Link}
        to={item.to}
        aria-current={isCurrent ? 'page' : undefined}
        // The open page stays as it is, with its filters and unsaved input.
        onClick={(event) => window.location.pathname === item.to && event.preventDefault()}
        sx={rowStyles(shape)}
      >
        {content}
      </Box>
    );
  return <Box component="li">{shape === 'icon' ? <SidebarHint title={title}>{link}</SidebarHint> : link}</Box>;
});

const SidebarFlyoutList = onDemand(async () => (await import('./closedSidebar.tsx')).SidebarFlyoutList);

interface SidebarFlyoutProps {
  item: SidebarGroup;
  isInside: boolean;
  children: ReactNode;
}

/** A submenu of the closed sidebar. It opens beside its icon while the pointer or the keyboard focus is in it. */
function SidebarFlyout({ item, isInside, children }: SidebarFlyoutProps) {
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
