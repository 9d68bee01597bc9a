import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { plainText } from '#shared/format/plainText.ts';

/** For each resource that the fields refer to, the ids found in the records: each once, sorted, so that equal sets are equal. */
export function idsByReference(
  fields: readonly Field[],
  records: readonly FieldRecord[],
): [reference: string, ids: string[]][] {
  const found = new Map<string, Set<string>>();
  for (const field of fields) {
    if (field.type !== 'reference') continue;
    const ids = found.get(field.reference) ?? new Set<string>();
    for (const record of records)
      [record[field.source]]
        .flat()
        .map(plainText)
        .forEach((id) => id && ids.add(id));
    if (ids.size > 0) found.set(field.reference, ids);
  }
  return [...found].map(([reference, ids]) => [reference, [...ids].toSorted()]);
}
