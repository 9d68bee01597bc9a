import { isPermission, type PermissionNode } from './PermissionNode.ts';

/** A node that is in sight. */
export interface TreeRow {
  node: PermissionNode;
  /** Id of the node above; null at the top. */
  parent: string | null;
  /** From 1. */
  level: number;
  /** Its place among its siblings, from 1, and how many they are. */
  position: number;
  size: number;
  /** Null: there is nothing below it. */
  isExpanded: boolean | null;
}

/** The nodes in sight, from top to bottom: those below a closed one are not. */
export function treeRows(
  nodes: readonly PermissionNode[],
  isExpanded: (id: string) => boolean,
  above: Pick<TreeRow, 'level' | 'parent'> = { level: 1, parent: null },
): TreeRow[] {
  return nodes.flatMap((node, at) => {
    const open = isPermission(node) ? null : isExpanded(node.id);
    const row: TreeRow = { node, ...above, position: at + 1, size: nodes.length, isExpanded: open };
    const below = { level: above.level + 1, parent: node.id };
    return open === true ? [row, ...treeRows(node.children, isExpanded, below)] : [row];
  });
}

/** Ids of all nodes that can be opened. */
export function openable(nodes: readonly PermissionNode[]): string[] {
  return nodes.flatMap((node) => (isPermission(node) ? [] : [node.id, ...openable(node.children)]));
}

/** What a key does in a tree. */
export type TreeMove =
  { kind: 'focus'; id: string } | { kind: 'expand' | 'collapse'; ids: readonly string[] } | { kind: 'press' };

/** The pattern that people know from trees elsewhere; null for a key that is none of its own. */
export function moveOf(key: string, rows: readonly TreeRow[], at: number): TreeMove | null {
  const row = rows[at];
  if (!row) return null;
  const to = (index: number): TreeMove | null => {
    const target = rows[index];
    return target ? { kind: 'focus', id: target.node.id } : null;
  };
  if (key === 'ArrowDown') return to(at + 1);
  if (key === 'ArrowUp') return to(at - 1);
  if (key === 'Home') return to(0);
  if (key === 'End') return to(rows.length - 1);
  if (key === ' ' || key === 'Enter') return { kind: 'press' };
  if (key === 'ArrowRight') {
    if (row.isExpanded === false) return { kind: 'expand', ids: [row.node.id] };
    return row.isExpanded ? to(at + 1) : null;
  }
  if (key === 'ArrowLeft') {
    if (row.isExpanded) return { kind: 'collapse', ids: [row.node.id] };
    return to(rows.findIndex(({ node }) => node.id === row.parent));
  }
  if (key === '*') {
    const siblings = rows.filter(({ parent, isExpanded }) => parent === row.parent && isExpanded === false);
    return { kind: 'expand', ids: siblings.map(({ node }) => node.id) };
  }
  return key.length === 1 ? to(nextNamed(key, rows, at)) : null;
}

/** The next row whose name begins so, from the top again after the last; -1 when there is none. */
function nextNamed(letter: string, rows: readonly TreeRow[], at: number): number {
  const order = rows.map((_, index) => (at + 1 + index) % rows.length);
  const begins = (index: number) => rows[index]?.node.label.toLowerCase().startsWith(letter.toLowerCase()) === true;
  return order.find(begins) ?? -1;
}
