import { Fragment, useState } from 'react';
import { groupsAbove, type SidebarItem } from '#console/menu/sidebar.ts';
import { SidebarFlyout } from './SidebarFlyout.tsx';
import { SidebarLink } from './SidebarLink.tsx';
import { SIDEBAR_WIDTH } from './sidebarState.ts';
import { MenuList } from './sidebarStyles.ts';
import { SidebarSubmenu } from './SidebarSubmenu.tsx';

interface SidebarMenuProps {
  items: readonly SidebarItem[];
  /** Address of the item to highlight. */
  current: string;
  /** Icons only. */
  collapsed: boolean;
}

/** The menu. Submenus stay as they were put, and those above the open page are opened with it. */
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
    if (shape === 'icon') return <SidebarFlyout {...{ item, isInside }}>{children}</SidebarFlyout>;
    return (
      <SidebarSubmenu
        {...{ item, shape, isInside }}
        isOpen={opened.includes(item.key)}
        onToggle={() => toggle(item.key)}
      >
        {children}
      </SidebarSubmenu>
    );
  }

  return (
    // Titles do not wrap anew while the sidebar grows.
    <MenuList sx={{ width: collapsed ? SIDEBAR_WIDTH.closed : SIDEBAR_WIDTH.open }}>
      {items.map((item) => (
        <Fragment key={item.key}>{entry(item, 0)}</Fragment>
      ))}
    </MenuList>
  );
}
