import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser';

/** A field as the text of a declaration has it. */
export interface WrittenField {
  source: string;
  type: string;
}

/** The fields in a text, in their order; null if it isn't JSON with a list of them. */
export function fieldsIn(text: string): WrittenField[] | null {
  const nodes = nodesIn(text);
  return nodes && nodes.map((node) => ({ source: valueOf(node, 'source'), type: valueOf(node, 'type') }));
}

/** Swaps a field with the one before or after it. The rest of the text, comments and spaces included, stays as it is. */
export function moveField(text: string, at: number, by: 1 | -1): string {
  const nodes = nodesIn(text) ?? [];
  const [first, second] = [nodes[Math.min(at, at + by)], nodes[Math.max(at, at + by)]];
  if (!first || !second) return text;
  const end = first.offset + first.length;
  return [
    text.slice(0, first.offset),
    text.slice(second.offset, second.offset + second.length),
    text.slice(end, second.offset),
    text.slice(first.offset, end),
    text.slice(second.offset + second.length),
  ].join('');
}

export function removeField(text: string, at: number): string {
  return applyEdits(text, modify(text, ['fields', at], undefined, FORMAT));
}

/** Adds a field at the end. */
export function addField(text: string, field: WrittenField): string {
  const at = nodesIn(text)?.length ?? 0;
  return applyEdits(text, modify(text, ['fields', at], field, { ...FORMAT, isArrayInsertion: true }));
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

function nodesIn(text: string): Node[] | null {
  const root = parseTree(text);
  const fields = root && findNodeAtLocation(root, ['fields']);
  return fields?.type === 'array' ? (fields.children ?? []) : null;
}

function valueOf(node: Node, key: string): string {
  const value: unknown = findNodeAtLocation(node, [key])?.value;
  return typeof value === 'string' ? value : '';
}
