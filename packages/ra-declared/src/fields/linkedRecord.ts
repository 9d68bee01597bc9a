import { type Field, plainText } from '@merchant-console/declaration';
import type { FieldRecord } from './FieldTypeDefinition.ts';

interface LinkedRecord {
  resource: string;
  id: string;
  /** True if the text is the record's ID, which is replaced by its name if known. */
  isId: boolean;
}

/** The record that a text links to by its field's `link`, or null if there is none. */
export function linkedRecord(record: FieldRecord, field: Field): LinkedRecord | null {
  if (field.type !== 'text' || !field.link) return null;
  const { by, to, id: source = field.source } = field.link;
  const named = plainText(record[by]);
  const resource = to ? to[named] : named;
  const id = plainText(record[source]);
  if (resource === undefined || resource === '' || id === '') return null;
  return { resource, id, isId: source === field.source };
}
