import { isFileValue } from '@merchant-console/protocol';
import type { Resource } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { ValidationError } from '#server/errors.ts';
import { attachFile, detachFiles } from '#server/files/heldFiles.ts';
import type { Values } from '../RecordSource.ts';
import { storedFieldsOf } from './columns.ts';

interface Holding {
  merchantId: string;
  recordId: string;
  /** The current record, or null for a new one. */
  before: Values | null;
}

/**
 * Attaches the files among the values to the record and detaches those they replace. Takes name, size and type from the
 * upload, not from the caller.
 * @throws {ValidationError} on a field whose file was uploaded for another field or belongs to another record
 */
export async function withHeldFiles(
  tx: Tx,
  resource: Resource,
  { merchantId, recordId, before }: Holding,
  values: Values,
): Promise<Values> {
  const held: Record<string, unknown> = { ...values };
  for (const { source, type } of storedFieldsOf(resource)) {
    if ((type !== 'file' && type !== 'image') || !Object.hasOwn(values, source)) continue;
    const [former, value] = [before?.[source], values[source]];
    if (isFileValue(former)) await detachFiles(tx, merchantId, { recordIds: [recordId], fileId: former.id });
    if (!isFileValue(value)) continue;
    const holder = { merchantId, resource: resource.name, source, recordId };
    const file = await attachFile(tx, holder, value.id);
    if (!file) throw new ValidationError({ [source]: { key: 'file_unknown' } });
    held[source] = file;
  }
  return held;
}
