import { withRequired, withoutDependents, type PermissionRules } from '#shared/permissions/permissionRules.ts';
import { isPermission, keysIn, permissionsIn, type PermissionNode } from './permissionTree.ts';

export type Selection = ReadonlySet<string>;

/** The permissions that the user may add to or remove from the role. */
export interface Bounds {
  rules: PermissionRules;
  canAdd(key: string): boolean;
  canRemove(key: string): boolean;
}

type Checked = boolean | 'mixed';

/** Numbers of selected and of all permissions below a node. */
export function countOf(node: PermissionNode, selection: Selection): { chosen: number; total: number } {
  const keys = keysIn(node);
  return { chosen: keys.filter((key) => selection.has(key)).length, total: keys.length };
}

/** Whether all, some or none of a node's permissions are selected. */
export function checkedOf(node: PermissionNode, selection: Selection): Checked {
  const { chosen, total } = countOf(node, selection);
  return chosen === 0 ? false : chosen === total || 'mixed';
}

/**
 * The selection after a node is pressed. Selects all of its permissions that can be added, with their requirements. If
 * none is left to add, removes all that can be removed, with their dependents. Returns the same selection if neither is
 * possible.
 */
export function toggled(node: PermissionNode, selection: Selection, bounds: Bounds): Selection {
  const keys = keysIn(node);
  const chosen = keys.filter((key) => !selection.has(key) && isAddable(key, selection, bounds));
  if (chosen.length > 0) return new Set([...selection, ...withRequired(chosen, bounds.rules)]);
  const stays = whatStays(selection, bounds);
  const gone = keys.filter((key) => selection.has(key) && !stays.has(key));
  return gone.length === 0 ? selection : withoutDependents(selection, new Set(gone), bounds.rules);
}

function isAddable(key: string, selection: Selection, { rules, canAdd }: Bounds): boolean {
  return [...withRequired([key], rules)].every((one) => selection.has(one) || canAdd(one));
}

/** Permissions that can't be removed, and their requirements. */
function whatStays(selection: Selection, { rules, canRemove }: Bounds): Selection {
  return withRequired(
    [...selection].filter((key) => !canRemove(key)),
    rules,
  );
}

/**
 * Reasons why a permission is locked. `lacked`: the user doesn't have it. `needs`: it requires a permission that the
 * user can't add. `needed`: a permission that the user can't remove requires it.
 */
export type Lock = 'lacked' | 'needs' | 'needed';

/** Reason why the user can't press a permission, or null. */
export function lockOf(key: string, selection: Selection, bounds: Bounds): Lock | null {
  if (selection.has(key)) {
    if (!bounds.canRemove(key)) return 'lacked';
    return whatStays(selection, bounds).has(key) ? 'needed' : null;
  }
  if (!bounds.canAdd(key)) return 'lacked';
  return isAddable(key, selection, bounds) ? null : 'needs';
}

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
