import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { FileValue } from '@merchant-console/protocol';
import type { Tx } from '#server/db/schema.ts';

/** The file field of a record. */
interface FileHolder {
  merchantId: string;
  resource: string;
  source: string;
  recordId: string;
}

/**
 * Attaches a file to a record.
 * @returns the file as uploaded; undefined if it was uploaded for another field, or another record holds it
 */
export async function attachFile(
  tx: Tx,
  { merchantId, resource, source, recordId }: FileHolder,
  fileId: string,
): Promise<FileValue | undefined> {
  if (!isUuid(fileId)) return undefined;
  return tx
    .updateTable('files')
    .set({ record_id: recordId })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', fileId)
    .where('resource', '=', resource)
    .where('source', '=', source)
    .where(({ or, eb }) => or([eb('record_id', 'is', null), eb('record_id', '=', recordId)]))
    .returning(['id', 'name', 'size', 'media_type'])
    .executeTakeFirst();
}

/** Detaches all files of records, or one of a record. They are then deleted like unused ones. */
export async function detachFiles(
  tx: Tx,
  merchantId: string,
  { recordIds, fileId }: { recordIds: readonly string[]; fileId?: string },
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ record_id: null })
    .where('merchant_id', '=', merchantId)
    .where('record_id', '=', sql<string>`any(${recordIds}::uuid[])`)
    .$if(fileId !== undefined, (query) => query.where('id', '=', fileId ?? ''))
    .execute();
}
