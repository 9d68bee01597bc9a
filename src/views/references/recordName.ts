import type { Resource } from '#shared/declaration/resource.ts';
import type { FieldRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { plainText } from '#console/fieldTypes/plainText.ts';

/** What people call a record: the value of its declared representation, or its id. */
export function recordName(record: FieldRecord, resource: Resource): string {
  return plainText(record[resource.recordRepresentation]) || plainText(record['id']);
}
