import { applyEdits, type Edit, getNodePath, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { itemsIn, nodeIn, setValue, textAt } from './textEdits.ts';

/** Keys whose value, or whose items, are names of fields. */
const NAMING = new Set([
  ...[
    'columns',
    'summary',
    'expand',
    'edit',
    'bulkEdit',
    'export',
    'fields',
    'createOnly',
    'editOnly',
    'reasons',
    'card',
  ],
  ...['unique', 'tabs', 'field', 'source', 'recordRepresentation', 'currency', 'order', 'tree', 'at', 'sum', 'title'],
]);

/** Parts whose names are those of another resource's fields, or no fields at all. */
const OTHERS = new Set([
  'related',
  'endpoints',
  'envelope',
  'migrate',
  'label',
  'text',
  'choices',
  'grants',
  'tenants',
  'menu',
]);

/**
 * Gives a field another key, also where the declaration names it. Stored values are moved when the file is saved: `migrate.rename`
 * says so. A name that is missed is a problem that the check reports at its place.
 *
 * @param stored keys of the fields in the version in use, whose values are stored
 */
export function renameField(text: string, at: number, to: string, stored: readonly string[]): string {
  const node = itemsIn(text, ['fields'])?.[at];
  const from = node && textAt(node, 'source');
  const root = parseTree(text);
  if (!from || !root || from === to) return text;
  const edits = namesIn(root).filter(({ value }) => value === from);
  const renamed = applyEdits(
    text,
    edits.map((one): Edit => ({ offset: one.offset, length: one.length, content: JSON.stringify(to) })),
  );
  return withMigration(renamed, from, to, stored);
}

/** All texts that name a field of this resource. */
function namesIn(node: Node): Node[] {
  if (node.type === 'property') {
    const [key, value] = node.children ?? [];
    const name = String(key?.value);
    return !value || OTHERS.has(name) || name.startsWith('x-') ? [] : namesIn(value);
  }
  if (node.type === 'string') return isNaming(getNodePath(node)) ? [node] : [];
  return (node.children ?? []).flatMap(namesIn);
}

function isNaming(path: JSONPath): boolean {
  const keys = path.filter((part) => typeof part === 'string');
  return NAMING.has(keys.at(-1) ?? '');
}

/** Adds the renaming of stored values, following an earlier one that isn't saved yet. */
function withMigration(text: string, from: string, to: string, stored: readonly string[]): string {
  const renames: JSONPath = ['migrate', 'rename'];
  const pairs =
    nodeIn(text, renames)?.children?.map(({ children = [] }) => children.map(({ value }) => String(value))) ?? [];
  const first = pairs.find(([key, value]) => value === from && key !== undefined && stored.includes(key))?.[0];
  const origin = first ?? (stored.includes(from) ? from : null);
  if (origin === null) return text;
  const isBack = origin === to;
  if (isBack && pairs.length === 1) return withoutRenames(text);
  return setValue(text, [...renames, origin], isBack ? undefined : to);
}

/** Without `rename`, and without `migrate` if it has nothing else. */
function withoutRenames(text: string): string {
  const hasOthers = (nodeIn(text, ['migrate'])?.children?.length ?? 0) > 1;
  return setValue(text, hasOthers ? ['migrate', 'rename'] : ['migrate'], undefined);
}
