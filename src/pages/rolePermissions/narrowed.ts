import { isPermission, type PermissionNode } from './PermissionNode.ts';

/** Upper and lower case, accents and full-width letters make no difference to what is looked for. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Where in a text it holds what is looked for; null: it does not, or only in other letters than it is shown in. */
export function foundIn(text: string, query: string): { start: number; end: number } | null {
  const wanted = query.trim();
  if (wanted === '') return null;
  const start = text.toLowerCase().indexOf(wanted.toLowerCase());
  return start < 0 ? null : { start, end: start + wanted.length };
}

/** The nodes that hold what is looked for, in their name or key, with what is above them and all that is below. */
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
