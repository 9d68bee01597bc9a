import { withoutDependents, withRequired, type PermissionRules } from '#shared/permissions/permissionRules.ts';
import { keysIn, type PermissionNode } from './permissionTree.ts';

export type Selection = ReadonlySet<string>;

/** What may be chosen and what may be given up, one permission at a time. */
export interface Bounds {
  rules: PermissionRules;
  canAdd(key: string): boolean;
  canRemove(key: string): boolean;
}

type Checked = boolean | 'mixed';

export function countOf(node: PermissionNode, selection: Selection): { chosen: number; total: number } {
  const keys = keysIn(node);
  return { chosen: keys.filter((key) => selection.has(key)).length, total: keys.length };
}

/** Whether all of the permissions of a node are chosen, none, or some. */
export function checkedOf(node: PermissionNode, selection: Selection): Checked {
  const { chosen, total } = countOf(node, selection);
  return chosen === 0 ? false : chosen === total || 'mixed';
}

/**
 * The selection once a node is pressed: all of it that can be chosen is, with what that needs; if nothing is left to
 * choose, all that can be given up is, with what needs it. The same selection when neither is possible.
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

/** What can't be given up, and what that needs. */
function whatStays(selection: Selection, { rules, canRemove }: Bounds): Selection {
  return withRequired(
    [...selection].filter((key) => !canRemove(key)),
    rules,
  );
}

/** Why a permission can't be pressed: it is not one's own, or what it needs, or what needs it, is not. */
export type Lock = 'lacked' | 'needs' | 'needed';

export function lockOf(key: string, selection: Selection, bounds: Bounds): Lock | null {
  if (selection.has(key)) {
    if (!bounds.canRemove(key)) return 'lacked';
    return whatStays(selection, bounds).has(key) ? 'needed' : null;
  }
  if (!bounds.canAdd(key)) return 'lacked';
  return isAddable(key, selection, bounds) ? null : 'needs';
}
