import { findNodeAtLocation, getNodeValue, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { printJson } from './printJson.ts';

// Changes of a JSON text that leave the rest of it as it is, with order, unknown keys, comments and spaces.

/** The nodes of a list; null if there is none at this path. */
export function itemsIn(text: string, list: JSONPath): Node[] | null {
  const found = nodeIn(text, list);
  return found?.type === 'array' ? (found.children ?? []) : null;
}

export function nodeIn(text: string, path: JSONPath): Node | undefined {
  const root = parseTree(text);
  return root && findNodeAtLocation(root, path);
}

/** A value in an object; undefined if there is none. */
export function valueAt(node: Node, key: string): unknown {
  const found = findNodeAtLocation(node, [key]);
  return found && getNodeValue(found);
}

/** A text in an object; '' if there is none. */
export function textAt(node: Node, key: string): string {
  const value = valueAt(node, key);
  return typeof value === 'string' ? value : '';
}

/** Moves an item of a list to another place. */
export function moveItem(text: string, list: JSONPath, from: number, to: number): string {
  const count = itemsIn(text, list)?.length ?? 0;
  if (from < 0 || to < 0 || from >= count || to >= count) return text;
  const by = from < to ? 1 : -1;
  let moved = text;
  for (let at = from; at !== to; at += by) moved = swapped(moved, list, Math.min(at, at + by));
  return moved;
}

export function removeItem(text: string, list: JSONPath, at: number): string {
  return setValue(text, [...list, at], undefined);
}

export function insertItem(text: string, list: JSONPath, at: number, value: unknown): string {
  const node = nodeIn(text, list);
  return node ? insertedIn(text, node, at, (indent) => printJson(value, indent)) : text;
}

/** Sets a value, or removes its key or item if it is undefined. Objects that it needs are added. */
export function setValue(text: string, path: JSONPath, value: unknown): string {
  const node = nodeIn(text, path);
  if (value === undefined) return node ? removed(text, node) : text;
  if (node) return replaced(text, node, printJson(value, indentAt(text, node.offset)));
  const key = String(path.at(-1));
  const parent = path.slice(0, -1);
  const owner = nodeIn(text, parent);
  if (!owner) return setValue(text, parent, { [key]: value });
  const entry = (indent: string) => `${JSON.stringify(key)}: ${printJson(value, indent)}`;
  return insertedIn(text, owner, owner.children?.length ?? 0, entry);
}

/** @param print the new part, with the indentation of its line */
function insertedIn(text: string, owner: Node, at: number, print: (indent: string) => string): string {
  const { children = [] } = owner;
  const outer = indentAt(text, owner.offset);
  const [first] = children;
  const isInLines = first ? text.slice(owner.offset, first.offset).includes('\n') : false;
  const indent = first && isInLines ? indentAt(text, first.offset) : `${outer}  `;
  const part = print(indent);
  const space = isInLines ? `\n${indent}` : ' ';
  const next = children[at];
  if (next) return inserted(text, next.offset, `${part},${space}`);
  const last = children.at(-1);
  if (last) return inserted(text, last.offset + last.length, `,${space}${part}`);
  const [open, close] = owner.type === 'array' ? '[]' : '{}';
  const content = part.startsWith('"') && owner.type === 'array' ? part : `\n${indent}${part}\n${outer}`;
  return replaced(text, owner, `${open}${content}${close}`);
}

/** Removes an item of a list, or the value of a key with the key, and the comma beside it. */
function removed(text: string, value: Node): string {
  const part = value.parent?.type === 'property' ? value.parent : value;
  const { children = [], type } = part.parent ?? {};
  const at = children.indexOf(part);
  const [before, after] = [children[at - 1], children[at + 1]];
  if (after) return text.slice(0, part.offset) + text.slice(after.offset);
  if (before) return text.slice(0, before.offset + before.length) + text.slice(part.offset + part.length);
  return part.parent ? replaced(text, part.parent, type === 'array' ? '[]' : '{}') : text;
}

const inserted = (text: string, at: number, part: string) => text.slice(0, at) + part + text.slice(at);

const replaced = (text: string, { offset, length }: Node, part: string) =>
  text.slice(0, offset) + part + text.slice(offset + length);

/** Spaces at the beginning of a line. */
const indentAt = (text: string, offset: number) =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

/** Swaps an item with the next one. */
function swapped(text: string, list: JSONPath, at: number): string {
  const [first, second] = itemsIn(text, list)?.slice(at, at + 2) ?? [];
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
