import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';

/** The lines in a value of a form or record. */
export function linesIn(value: unknown): readonly FieldRecord[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  return all.filter(isRecord);
}

function isRecord(value: unknown): value is FieldRecord {
  return typeof value === 'object' && value !== null;
}
