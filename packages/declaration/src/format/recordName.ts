import type { Resource } from '../resource.ts';
import { plainText } from '../texts/plainText.ts';

/** Name of a record: the value of its declared representation, or its ID. */
export function recordName(record: Readonly<Record<string, unknown>>, resource: Resource): string {
  return plainText(record[resource.recordRepresentation]) || plainText(record['id']);
}
