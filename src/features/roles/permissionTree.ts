import type { PermissionGroup, RolePermissions } from '#shared/contract/roles.ts';
import type { MenuEntry } from '#shared/contract/session.ts';
import type { Label } from '@merchant-console/declaration';

type Permission = PermissionGroup['permissions'][number];

/** Texts in the user's language. */
export interface TreeWords {
  label(label: Label): string;
  permission(permission: Permission): string;
  /** Name of the resource, for permissions without a declaration. */
  resource(name: string): string;
  opens(pages: readonly string[]): string;
  /** Group of permissions that no page of the menu has. */
  other: string;
  /** Group of granted permissions that no longer have a meaning. */
  lapsed: string;
}

type Granting = Pick<RolePermissions, 'groups' | 'menu' | 'opened_by' | 'granted'>;

/** All grantable permissions in the structure of the menu: entry, page, permission. Each permission occurs once. */
export function permissionTree({ groups, menu, opened_by, granted }: Granting, words: TreeWords): PermissionNode[] {
  const open = new Map(groups.map((group) => [group.resource, group]));
  const pages = menu.flatMap((entry) => [entry, ...(entry.children ?? [])]);
  const hasOwnPage = (resource: string) => pages.some(({ component_path }) => component_path === resource);

  /** The group of a page: its own, or that of the permission that opens it if no other page has it. */
  function take({ component_path: page }: MenuEntry): PermissionGroup | undefined {
    const opener = opened_by[page ?? '']?.split('.')[0];
    const resource = page && open.has(page) ? page : opener !== undefined && !hasOwnPage(opener) ? opener : '';
    const group = open.get(resource);
    open.delete(resource);
    return group;
  }

  function noteOf(key: string, page: MenuEntry | null): string | null {
    const opened = pages.filter(({ id, component_path: one }) => opened_by[one ?? ''] === key && id !== page?.id);
    return opened.length === 0 ? null : words.opens(opened.map(({ title }) => words.label(title)));
  }

  const leaves = ({ permissions }: PermissionGroup, page: MenuEntry | null) =>
    permissions.map((one) => ({
      id: one.key,
      label: words.permission(one),
      note: noteOf(one.key, page),
      children: [],
    }));

  function pageNode(page: MenuEntry): PermissionNode[] {
    const group = take(page);
    if (!group) return [];
    return [{ id: `page ${page.id}`, label: words.label(page.title), note: null, children: leaves(group, page) }];
  }

  const entries = menu.flatMap((entry): PermissionNode[] => {
    const own = take(entry);
    const children = [...(own ? leaves(own, entry) : []), ...(entry.children ?? []).flatMap(pageNode)];
    if (children.length === 0) return [];
    return [{ id: `entry ${entry.id}`, label: words.label(entry.title), note: null, children }];
  });
  const others = [...open.values()].map((group) => ({
    id: `resource ${group.resource}`,
    note: null,
    children: leaves(group, null),
    label: group.label === null ? words.resource(group.resource) : words.label(group.label),
  }));
  const known = new Set(groups.flatMap(({ permissions }) => permissions.map(({ key }) => key)));
  const lapsed = granted.filter((key) => !known.has(key)).map((id) => ({ id, label: id, note: null, children: [] }));
  const rest = [
    ...others,
    ...(lapsed.length > 0 ? [{ id: 'lapsed', label: words.lapsed, note: null, children: lapsed }] : []),
  ];
  return rest.length === 0 ? entries : [...entries, { id: 'other', label: words.other, note: null, children: rest }];
}

/** A permission, or a group of permissions. */
export interface PermissionNode {
  /** Unique in the tree. For a permission, its key. */
  id: string;
  label: string;
  /** Secondary text, or null. */
  note: string | null;
  /** Empty for a permission. */
  children: readonly PermissionNode[];
}

export const isPermission = ({ children }: PermissionNode): boolean => children.length === 0;

/** The permissions below a node, or the node itself, in tree order. */
export function permissionsIn(node: PermissionNode): PermissionNode[] {
  return isPermission(node) ? [node] : node.children.flatMap(permissionsIn);
}

export const keysIn = (node: PermissionNode): string[] => permissionsIn(node).map(({ id }) => id);

/** Search ignores case, accents and full-width forms. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Position of the match in a text. Null if there is none, or if it only matches in folded form. */
export function matchPosition(text: string, query: string): { start: number; end: number } | null {
  const wanted = query.trim();
  if (wanted === '') return null;
  const start = text.toLowerCase().indexOf(wanted.toLowerCase());
  return start < 0 ? null : { start, end: start + wanted.length };
}

/** The nodes whose name or key matches, with their ancestors and all their descendants. */
export function narrowed(nodes: readonly PermissionNode[], query: string): readonly PermissionNode[] {
  const wanted = folded(query.trim());
  return wanted === '' ? nodes : nodes.flatMap((node) => narrowedNode(node, wanted));
}

function narrowedNode(node: PermissionNode, wanted: string): PermissionNode[] {
  const words = isPermission(node) ? [node.label, node.note ?? '', node.id] : [node.label];
  if (words.some((text) => folded(text).includes(wanted))) return [node];
  const children = node.children.flatMap((child) => narrowedNode(child, wanted));
  return children.length > 0 ? [{ ...node, children }] : [];
}
