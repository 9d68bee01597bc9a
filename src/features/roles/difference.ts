import { withoutDependents, withRequired, type PermissionRules } from '#shared/permissions/permissionRules.ts';
import { isPermission, permissionsIn, type PermissionNode } from './permissionTree.ts';
import type { Selection } from './selection.ts';

/** The changes on one page. */
export interface Difference {
  id: string;
  /** Path in the tree, from the top. */
  labels: readonly string[];
  added: readonly PermissionNode[];
  removed: readonly PermissionNode[];
}

/** Permissions that are in one selection but not in the other, by page in the order of the tree. */
export function differences(
  nodes: readonly PermissionNode[],
  before: Selection,
  after: Selection,
  above: readonly string[] = [],
): Difference[] {
  return nodes.flatMap((node) => {
    const labels = [...above, node.label];
    const own = node.children.filter(isPermission);
    const added = own.filter(({ id }) => after.has(id) && !before.has(id));
    const removed = own.filter(({ id }) => before.has(id) && !after.has(id));
    const here = added.length + removed.length > 0 ? [{ id: node.id, labels, added, removed }] : [];
    return [...here, ...differences(node.children, before, after, labels)];
  });
}

/** Number of added and removed permissions. */
export function sizeOf(found: readonly Difference[]): { added: number; removed: number } {
  const count = (side: 'added' | 'removed') => found.reduce((sum, one) => sum + one[side].length, 0);
  return { added: count('added'), removed: count('removed') };
}

/** Applies the changes from `before` to `mine` to `theirs`. Leaves out permissions that no longer exist. */
export function reapplyChanges(
  { before, mine, theirs }: { before: Selection; mine: Selection; theirs: Selection },
  { nodes, rules }: { nodes: readonly PermissionNode[]; rules: PermissionRules },
): Selection {
  const known = new Set(nodes.flatMap(permissionsIn).map(({ id }) => id));
  const added = [...mine].filter((key) => !before.has(key) && known.has(key));
  const removed = new Set([...before].filter((key) => !mine.has(key)));
  return withoutDependents(withRequired([...theirs, ...added], rules), removed, rules);
}
