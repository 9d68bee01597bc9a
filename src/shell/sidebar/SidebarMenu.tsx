import ExpandMore from '@mui/icons-material/ExpandMore';
import OpenInNew from '@mui/icons-material/OpenInNewOutlined';
import { Box } from '@mui/material';
import { memo, useId, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useEvent } from 'react-admin';
import { lazy, Link, menuIcon } from '@merchant-console/ra-declared/internal';
import { groupsAbove, isWithin, type SidebarGroup, type SidebarItem, type SidebarLeaf } from '../menu/sidebar.ts';
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
    if (inside.some((key) => !opened.includes(key))) setOpened([...new Set([...opened, ...inside])]);
  }
  const toggle = useEvent((key: string) =>
    setOpened(opened.includes(key) ? opened.filter((one) => one !== key) : [...opened, key]),
  );
  return (
    // A fixed width, so that titles don't wrap again and again while the sidebar grows.
    <MenuList sx={{ width: collapsed ? SIDEBAR_WIDTH.closed : SIDEBAR_WIDTH.open }}>
      <SidebarItems
        items={items}
        shape={collapsed ? 'icon' : 'whole'}
        current={current}
        opened={opened}
        onToggle={toggle}
      />
    </MenuList>
  );
}

interface SidebarItemsProps {
  items: readonly SidebarItem[];
  shape: RowShape;
  /** Address of the item to highlight, or null if it isn't among these. */
  current: string | null;
  /** Keys of the open submenus. */
  opened: readonly string[];
  onToggle: (key: string) => void;
}

function SidebarItems({ items, current, ...rest }: SidebarItemsProps) {
  return items.map((item) => {
    const isCurrent = current !== null && isWithin(item, current);
    if (item.kind !== 'group') {
      return <SidebarLink key={item.key} item={item} shape={rest.shape} isCurrent={isCurrent} />;
    }
    const Group = rest.shape === 'icon' ? SidebarFlyout : SidebarSubmenu;
    return <Group key={item.key} item={item} current={isCurrent ? current : null} {...rest} />;
  });
}

interface SidebarGroupProps extends Omit<SidebarItemsProps, 'items'> {
  item: SidebarGroup;
}

/** A submenu that opens in place. Re-renders only when the open page is in it, not on each navigation. */
const SidebarSubmenu = memo(function SidebarSubmenu({ item, shape, current, opened, onToggle }: SidebarGroupProps) {
  const title = useLabel()(item.title);
  const listId = useId();
  const Icon = menuIcon(item.icon);
  const isOpen = opened.includes(item.key);
  return (
    <Box component="li">
      <Box
        component="button"
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        data-inside={current !== null}
        onClick={() => onToggle(item.key)}
        sx={rowStyles(shape)}
      >
        {shape !== 'nested' && <Icon />}
        <span>{title}</span>
        <ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : 'none', transition: 'transform 0.2s' }} />
      </Box>
      <Box id={listId} sx={isOpen ? openedList : closedList}>
        <MenuList sx={{ minHeight: 0, overflow: 'hidden', backgroundColor: SIDEBAR_COLORS.nested }}>
          <SidebarItems items={item.items} shape="nested" current={current} opened={opened} onToggle={onToggle} />
        </MenuList>
      </Box>
    </Box>
  );
});

/** Animates to the height of the content. When closed, `visibility` takes the links out of the Tab order. */
const openedList = {
  display: 'grid',
  gridTemplateRows: '1fr',
  transition: 'grid-template-rows 200ms, visibility 200ms',
  '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
};
const closedList = { ...openedList, gridTemplateRows: '0fr', visibility: 'hidden' };

/** Only the closed sidebar needs it. */
const SidebarHint = lazy(
  async () => (await import('./closedSidebar.tsx')).SidebarHint,
  ({ children }) => children,
  { hasTexts: true },
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

const SidebarFlyoutList = lazy(async () => (await import('./closedSidebar.tsx')).SidebarFlyoutList, undefined, {
  hasTexts: true,
});

/** A submenu of the closed sidebar. It opens beside its icon while the pointer or the keyboard focus is in it. */
const SidebarFlyout = memo(function SidebarFlyout({ item, current, opened, onToggle }: SidebarGroupProps) {
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
        data-inside={current !== null}
        onClick={() => setOpen(true)}
        sx={rowStyles('icon')}
      >
        <Icon />
        <span>{title}</span>
      </Box>
      {isOpen && (
        <SidebarFlyoutList id={listId} title={title} anchor={button} onLeave={() => setOpen(false)}>
          <SidebarItems items={item.items} shape="nested" current={current} opened={opened} onToggle={onToggle} />
        </SidebarFlyoutList>
      )}
    </Box>
  );
});
