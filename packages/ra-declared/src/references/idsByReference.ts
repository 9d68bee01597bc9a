import { type Field, plainText } from '@merchant-console/declaration';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { linkedRecord } from '../fields/linkedRecord.ts';
import type { FormatContext } from '../ui/FormatContext.ts';

export type PathOf = NonNullable<FormatContext['pathOf']>;

/**
 * IDs found in the records, for each resource that the fields refer to. They are unique and sorted, so that equal sets
 * are equal. A text that is an ID counts if the user may open the record.
 */
export function idsByReference(
  fields: readonly Field[],
  records: readonly FieldRecord[],
  pathOf: PathOf,
): [reference: string, ids: string[]][] {
  const found = new Map<string, Set<string>>();
  const add = (reference: string, id: string) => {
    if (id !== '') found.set(reference, (found.get(reference) ?? new Set<string>()).add(id));
  };
  for (const field of fields) {
    for (const record of records) {
      if (field.type === 'reference' || field.type === 'references') {
        for (const value of [record[field.source]].flat()) add(field.reference, plainText(value));
      }
      const linked = linkedRecord(record, field);
      if (linked?.isId && pathOf(linked.resource, linked.id) !== null) add(linked.resource, linked.id);
    }
  }
  return [...found].map(([reference, ids]) => [reference, [...ids].toSorted()]);
}
