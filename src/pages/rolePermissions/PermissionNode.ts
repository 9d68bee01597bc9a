/** A permission, or what several of them are about. */
export interface PermissionNode {
  /** There once in the tree; of a permission its key. */
  id: string;
  label: string;
  /** What stands beside it in small print. */
  note: string | null;
  /** Empty: it is a permission itself. */
  children: readonly PermissionNode[];
}

export const isPermission = ({ children }: PermissionNode): boolean => children.length === 0;

/** The permissions below a node, or itself, in the order of the tree. */
export function permissionsIn(node: PermissionNode): PermissionNode[] {
  return isPermission(node) ? [node] : node.children.flatMap(permissionsIn);
}

export const keysIn = (node: PermissionNode): string[] => permissionsIn(node).map(({ id }) => id);
