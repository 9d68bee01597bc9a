import type { Node } from 'jsonc-parser';
import type { Path } from '../Problem.ts';

/** Parameters of other back ends may have any name. */
function isFreeForm([section, , part]: Path): boolean {
  return section === 'endpoints' && ['query', 'body', 'record', 'sums'].includes(String(part));
}

/** The value of a node without keys that begin with `x-`, at any depth. */
export function jsonValue(node: Node, path: Path = []): unknown {
  const { type, children = [] } = node;
  if (type === 'array') return children.map((child, at) => jsonValue(child, [...path, at]));
  if (type !== 'object') return node.value;
  const entries = children.flatMap(({ children: [key, value] = [] }): [string, unknown][] => {
    if (!key || !value) return [];
    const name = String(key.value);
    return name.startsWith('x-') && !isFreeForm(path) ? [] : [[name, jsonValue(value, [...path, name])]];
  });
  // Treats "__proto__" as an ordinary key, as JSON.parse does.
  return Object.fromEntries(entries);
}
