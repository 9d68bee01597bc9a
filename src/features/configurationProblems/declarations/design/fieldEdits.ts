import { insertItem, itemsIn, moveItem, nodeIn, removeItem, textAt } from './textEdits.ts';

/** A field as the text of a declaration has it. */
export interface WrittenField {
  source: string;
  type: string;
}

const FIELDS = ['fields'];

/** The fields in a text, in their order; null if it isn't JSON with a list of them. */
export function fieldsIn(text: string): WrittenField[] | null {
  const nodes = itemsIn(text, FIELDS);
  return nodes && nodes.map((node) => ({ source: textAt(node, 'source'), type: textAt(node, 'type') }));
}

/** True for a dashboard, which has no fields. */
export function isDashboard(text: string): boolean {
  return nodeIn(text, ['kind']) !== undefined;
}

/** Swaps a field with the one before or after it. */
export function moveField(text: string, at: number, by: 1 | -1): string {
  return moveItem(text, FIELDS, at, at + by);
}

export function removeField(text: string, at: number): string {
  return removeItem(text, FIELDS, at);
}

/** Adds a field at the end. */
export function addField(text: string, field: WrittenField): string {
  return insertItem(text, FIELDS, itemsIn(text, FIELDS)?.length ?? 0, field);
}
