import type { Node } from 'jsonc-parser';
import type { Path } from '../Problem.ts';

interface TextPosition {
  line: number;
  column: number;
}

/**
 * Returns a function from an offset in the text to line and column, counted from 1. Columns count UTF-16 units; CR, LF
 * and CRLF end lines.
 */
export function createPlaces(text: string): (offset: number) => TextPosition {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: { length } }) => index + length)];
  return (offset) => {
    const after = starts.findIndex((start) => start > offset);
    const line = after === -1 ? starts.length : after;
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

/** The property of an object. If a key is repeated, the last one, which is effective. */
function propertyOf(node: Node, key: string): Node | undefined {
  return node.children?.findLast((property) => property.children?.[0]?.value === key);
}

/** The value at a path, or the innermost existing value on the way to it. */
export function nodeAt(root: Node, path: Path): Node {
  let node = root;
  for (const step of path) {
    const next = typeof step === 'number' ? node.children?.[step] : propertyOf(node, step)?.children?.[1];
    if (!next) return node;
    node = next;
  }
  return node;
}

/** The key of the value at a path. */
export function keyAt(root: Node, path: Path): Node {
  const parent = nodeAt(root, path.slice(0, -1));
  const key = path.at(-1);
  return (typeof key === 'string' ? propertyOf(parent, key)?.children?.[0] : undefined) ?? nodeAt(root, path);
}

/** RFC 6901. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
