import { useRecordContext } from 'react-admin';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';

/**
 * The record of react-admin's context.
 *
 * @throws Error if there is none (yet)
 */
export function useShownRecord(): IdentifiedRecord {
  const record = useRecordContext<IdentifiedRecord>();
  if (!record) throw new Error('This part of a record page needs a RecordContext with a record above it');
  return record;
}
