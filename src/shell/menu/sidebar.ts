import type { Label } from '@merchant-console/declaration';
import { fillPattern, joinAddress } from './address.ts';
import { externalAddress, isListed, listedChildren, type MenuNode } from './menuNode.ts';
import { withHome } from './routeTable.ts';

interface ItemBase {
  /** ID of the menu entry. */
  key: string;
  title: Label;
  icon: string | null;
}
export type SidebarLeaf = ItemBase & ({ kind: 'page'; to: string } | { kind: 'external'; href: string });
export type SidebarGroup = ItemBase & { kind: 'group'; items: readonly SidebarItem[] };
export type SidebarItem = SidebarLeaf | SidebarGroup;

/** Builds the sidebar's items, in the order that the server sent. */
export function buildSidebar(tree: readonly MenuNode[]): SidebarItem[] {
  return withHome(tree)
    .filter(isListed)
    .flatMap((node) => itemsOf(node, ''));
}

/** Items of an entry. An entry without a title is replaced by its children. */
function itemsOf(node: MenuNode, parentAddress: string): SidebarItem[] {
  if (node.title !== '') return [itemOf(node, parentAddress)];
  const address = joinAddress(parentAddress, node.url_name);
  return listedChildren(node).flatMap((child) => itemsOf(child, address));
}

function itemOf(node: MenuNode, parentAddress: string): SidebarItem {
  const base = { key: node.id, title: node.title, icon: node.icon || null };
  const href = externalAddress(node);
  if (href !== null) return { ...base, kind: 'external', href };
  const address = joinAddress(parentAddress, node.url_name);
  const children = listedChildren(node);
  const [only] = children;
  if (!only) return { ...base, kind: 'page', to: fillPattern(address, {}) };
  if (children.length === 1 && listedChildren(only).length === 0 && node.always_show !== 1) {
    const item = itemOf(only, address);
    return { ...item, icon: item.icon ?? base.icon };
  }
  return { ...base, kind: 'group', items: children.flatMap((child) => itemsOf(child, address)) };
}

/** True for the page at `address`, and for a group that contains it. */
export function isWithin(item: SidebarItem, address: string): boolean {
  if (item.kind === 'group') return item.items.some((inner) => isWithin(inner, address));
  return item.kind === 'page' && item.to === address;
}

/** Keys of the groups above the page at `address`, outermost first; empty if there is none. */
export function groupsAbove(items: readonly SidebarItem[], address: string): string[] {
  const group = items.find((item) => item.kind === 'group' && isWithin(item, address));
  return group?.kind === 'group' ? [group.key, ...groupsAbove(group.items, address)] : [];
}
